import type { AreaInput } from '../metering/areas/area-set';
import type { Site } from '../metering/areas/area-tree';

/**
 * Returns the areas that remain without some others. Meters of the others are left out of the remaining areas, and so are
 * formulas that contain such a meter, directly or through other formulas. A child of a removed area goes to the nearest
 * remaining area above it.
 */
export function withoutAreas({ areas, metersByArea }: Site, ids: ReadonlySet<number>): AreaInput[] {
  const metersOf = (id: number) => metersByArea.get(id) ?? [];
  const gone = new Set([...ids].flatMap((id) => metersOf(id).map(({ pointCode }) => pointCode)));
  const formulas = [...metersByArea.values()].flat().filter(({ kind }) => kind === 'formula');
  let before = -1;
  while (before < gone.size) {
    before = gone.size;
    for (const { pointCode, formula = [] } of formulas)
      if (formula.some((part) => gone.has(part.pointCode))) gone.add(pointCode);
  }
  const parents = new Map(areas.map(({ id, parentId }) => [id, parentId]));
  const remainingAbove = (id: number): number | null => {
    let above = parents.get(id) ?? null;
    while (above !== null && ids.has(above)) above = parents.get(above) ?? null;
    return above;
  };
  return areas
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => ({
      id,
      parentId: remainingAbove(id),
      meters: metersOf(id)
        .filter(({ pointCode }) => !gone.has(pointCode))
        .map(({ pointCode }) => ({ pointCode })),
    }));
}
