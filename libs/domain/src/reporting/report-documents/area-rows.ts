import type { AreaEntity } from '@app/entities';
import type { Site } from '../../metering/areas/area-tree';

/** An area as a row of a table or a series of a chart. */
export interface AreaRow {
  id: number;
  title: string;
}

/** The areas in the order of their tree. An area is indented if it is below another listed area. */
export function listedAreas({ areas }: Site, areaIds: readonly number[] | undefined): AreaRow[] {
  const chosen = new Set(areaIds ?? areas.map(({ id }) => id));
  const rows: AreaRow[] = [];
  const visit = (parentId: number | null, depth: number): void => {
    for (const { id, name } of areas.filter((area) => area.parentId === parentId)) {
      const isChosen = chosen.has(id);
      if (isChosen) rows.push({ id, title: `${'\u2003'.repeat(depth)}${name}` });
      visit(id, isChosen ? depth + 1 : depth);
    }
  };
  visit(null, 0);
  return rows;
}

/**
 * Returns the chosen areas. By default, these are the top areas, or the areas below the top area if there is only one.
 */
export function chartedAreas(site: Site, areaIds: readonly number[] | undefined): AreaRow[] {
  if (areaIds !== undefined) return topAreas(site, areaIds);
  const below = (parentId: number | null) => site.areas.filter((area) => area.parentId === parentId);
  const top = below(null);
  const [only] = top;
  const inside = only && top.length === 1 ? below(only.id) : [];
  return (inside.length > 0 ? inside : top).map(rowOf);
}

/** Returns the chosen areas. By default, these are the top areas. */
export function topAreas({ areas }: Site, areaIds: readonly number[] | undefined): AreaRow[] {
  return areas.filter(({ id, parentId }) => areaIds?.includes(id) ?? parentId === null).map(rowOf);
}

/** The first of the areas; without any, the first top area. */
export function chosenArea(site: Site, areaIds: readonly number[] | undefined): AreaRow | undefined {
  const [first] = areaIds ?? [];
  return topAreas(site, first === undefined ? undefined : [first])[0];
}

function rowOf({ id, name }: AreaEntity): AreaRow {
  return { id, title: name };
}
