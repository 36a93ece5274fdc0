import type { MonthsByArea } from './analysis.queries';

/** An area with the energy of a period, its own and that of the areas inside it. */
export interface FlowArea {
  id: number;
  name: string;
  parentId: number | null;
  energy: number;
}

/**
 * Adds up the energy of the areas.
 * @param counts whether a month counts, by its index; by default, all months count
 */
export function flowAreas(
  areas: readonly Pick<FlowArea, 'id' | 'name' | 'parentId'>[],
  energies: MonthsByArea,
  counts: (month: number) => boolean = () => true,
): FlowArea[] {
  return areas.map(({ id, name, parentId }) => {
    const months = (energies.get(id) ?? []).filter((_, month) => counts(month));
    return { id, name, parentId, energy: months.reduce((sum, { value }) => sum + (value ?? 0), 0) };
  });
}

/** A smaller share is a matter of rounding. */
const LEAST_MISSING = 0.005;

/** The areas inside an area that were measured for a shorter time than it. Their energy is too low. */
export function lessMeasured(
  areas: readonly FlowArea[],
  root: FlowArea,
  energies: MonthsByArea,
): readonly FlowArea[] {
  const coverageOf = ({ id }: FlowArea) =>
    (energies.get(id) ?? []).reduce((sum, { coverage }) => sum + coverage, 0);
  const isLess = (area: FlowArea) =>
    coverageOf(area) > 0 && coverageOf(area) < coverageOf(root) * (1 - LEAST_MISSING);
  return inside(areas, root).filter(isLess);
}

/** The area and all areas below it. */
export function inside(areas: readonly FlowArea[], root: FlowArea): FlowArea[] {
  const children = areas.filter(({ parentId }) => parentId === root.id);
  return [root, ...children.flatMap((area) => inside(areas, area))];
}

/** A bar of the picture. Positions are shares of the height, from 0 at the top to 1. */
export interface FlowNode {
  key: string;
  /** Null for the energy of the area that no area inside it contains. */
  area: FlowArea | null;
  parent: FlowArea | null;
  depth: number;
  energy: number;
  top: number;
  height: number;
  /** The top of the part of the parent's bar that flows into this node. */
  sourceTop: number;
}

/** Deeper areas are too thin to be seen. */
export const MOST_DEPTH = 4;
/** A smaller share of the whole energy is too thin to be seen. */
const LEAST_SHARE = 0.004;
/** The gap between two bars of an area. */
const GAP = 0.02;
/** The share of the height that all gaps together may take. */
const MOST_GAPS = 0.5;

/**
 * Divides the energy of an area into that of the areas inside it and the rest, down to `MOST_DEPTH`. The bars of a parent
 * begin at its top, with gaps in between, so each depth is scaled to have room for its gaps.
 */
export function flowNodes(areas: readonly FlowArea[], root: FlowArea): FlowNode[] {
  const nodes: FlowNode[] = [];
  const gapCount = leavesOf(areas, root, 0) - 1;
  const gap = Math.min(GAP, MOST_GAPS / Math.max(1, gapCount));
  const scale = root.energy > 0 ? (1 - gap * gapCount) / root.energy : 0;
  const place = (
    area: FlowArea,
    parent: FlowArea | null,
    depth: number,
    top: number,
    sourceTop: number,
  ): number => {
    nodes.push({
      key: `${area.id}`,
      area,
      parent,
      depth,
      energy: area.energy,
      top,
      height: area.energy * scale,
      sourceTop,
    });
    const parts = depth < MOST_DEPTH ? partsOf(areas, area, root.energy * LEAST_SHARE) : [];
    let [nextTop, nextSource] = [top, top];
    for (const part of parts) {
      const height = part.energy * scale;
      let end = nextTop + height;
      if (part.area) end = Math.max(end, place(part.area, area, depth + 1, nextTop, nextSource));
      else
        nodes.push({
          key: `${area.id} rest`,
          area: null,
          parent: area,
          depth: depth + 1,
          energy: part.energy,
          top: nextTop,
          height,
          sourceTop: nextSource,
        });
      nextTop = end + gap;
      nextSource += height;
    }
    return Math.max(top + area.energy * scale, parts.length > 0 ? nextTop - gap : 0);
  };
  place(root, null, 0, 0, 0);
  return nodes;
}

interface Part {
  area: FlowArea | null;
  energy: number;
}

/** The areas inside an area, and the rest. A negative rest has no bar; the table shows it. */
function partsOf(areas: readonly FlowArea[], area: FlowArea, least: number): Part[] {
  const inside = areas.filter(({ parentId }) => parentId === area.id);
  if (inside.length === 0) return [];
  const parts: Part[] = inside.map((one) => ({ area: one, energy: one.energy }));
  return [...parts, { area: null, energy: restOf(areas, area) }].filter(({ energy }) => energy > least);
}

/** The energy of an area that no area inside it contains. */
export function restOf(areas: readonly FlowArea[], area: FlowArea): number {
  const inside = areas.filter(({ parentId }) => parentId === area.id);
  return area.energy - inside.reduce((sum, { energy }) => sum + energy, 0);
}

/** The number of bars that are next to each other at most. */
function leavesOf(areas: readonly FlowArea[], area: FlowArea, depth: number): number {
  const parts = depth < MOST_DEPTH ? partsOf(areas, area, 0) : [];
  return parts.reduce(
    (sum, part) => sum + (part.area ? leavesOf(areas, part.area, depth + 1) : 1),
    parts.length === 0 ? 1 : 0,
  );
}
