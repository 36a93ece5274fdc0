import type { MonthEnergy, MonthsByArea } from './analysis.queries';
import { type FlowArea, restOf } from './flow-layout';

/** A step from the energy of one period to that of another. */
export interface ChangeStep {
  /** Null for the energy of the area that no area inside it contains. */
  area: FlowArea | null;
  change: number;
  /** The sum of the energy before and all changes up to this one, without and with it. */
  from: number;
  to: number;
}

/** Smaller changes are rounding differences. */
const LEAST_CHANGE = 0.0005;

/**
 * Divides the change of the energy of an area among the areas inside it. The largest savings come first, and the largest
 * increases last.
 * @param before all areas with their energy in the first period
 * @param now the same areas in the second period
 */
export function changeSteps(
  before: readonly FlowArea[],
  now: readonly FlowArea[],
  rootId: number,
): ChangeStep[] {
  const [first, last] = [before, now].map((areas) => areas.find(({ id }) => id === rootId));
  if (!first || !last) return [];
  const inside = now.filter(({ parentId }) => parentId === rootId);
  const energyBefore = (area: FlowArea) => before.find(({ id }) => id === area.id)?.energy ?? 0;
  const changes = [
    ...inside.map((area) => ({ area, change: area.energy - energyBefore(area) })),
    { area: null, change: restOf(now, last) - restOf(before, first) },
  ].filter(({ change }) => Math.abs(change) >= LEAST_CHANGE);
  let to = first.energy;
  return changes
    .toSorted((a, b) => a.change - b.change)
    .map(({ area, change }) => {
      const from = to;
      to += change;
      return { area, change, from, to };
    });
}

/** Two months are measured equally if their coverages differ by a smaller share. */
const EQUAL_SHARE = 0.05;

/**
 * Returns the indexes of the months in which an area, and each area inside it, was measured equally in two periods. An
 * area that was measured in only one of them is new or gone, and does not count.
 */
export function equalMonths(
  areas: readonly Pick<FlowArea, 'id' | 'parentId'>[],
  rootId: number,
  before: MonthsByArea,
  now: MonthsByArea,
): Set<number> {
  const compared = areas.filter(
    ({ id, parentId }) =>
      id === rootId || (parentId === rootId && wasMeasured(before.get(id)) && wasMeasured(now.get(id))),
  );
  const sets = compared.map(({ id }) => equalMonthsOf(before.get(id) ?? [], now.get(id) ?? []));
  const [first = new Set<number>(), ...others] = sets;
  return new Set([...first].filter((month) => others.every((set) => set.has(month))));
}

function wasMeasured(months: readonly MonthEnergy[] | undefined): boolean {
  return months?.some(({ coverage }) => coverage > 0) ?? false;
}

function equalMonthsOf(before: readonly MonthEnergy[], now: readonly MonthEnergy[]): Set<number> {
  const isEqual = (month: number) => {
    const [one, other] = [before[month]?.coverage ?? 0, now[month]?.coverage ?? 0];
    return one > 0 && other > 0 && Math.abs(one - other) <= EQUAL_SHARE * Math.max(one, other);
  };
  return new Set([...now.keys()].filter(isEqual));
}
