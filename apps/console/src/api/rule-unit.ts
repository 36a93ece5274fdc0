import type { Point } from '../../api/points';

/** A rule of an area watches its power. */
const AREA_UNIT = 'kW';

/** Returns the unit of the values that a rule watches; null if it is not known. */
export function unitOf(
  { pointCode, areaId }: { pointCode: string | null; areaId: number | null },
  points: ReadonlyMap<string, Point>,
): string | null {
  if (pointCode === null) return areaId === null ? null : AREA_UNIT;
  return points.get(pointCode)?.unit ?? null;
}
