import type { Point } from './points';

/** A rule of an area watches its power. */
const AREA_UNIT = 'kW';

/**
 * Returns the unit of the values that a rule watches; null if it is not known.
 * @param point the point of the rule, if it has one
 */
export function ruleUnit(
  { pointCode, areaId }: { pointCode: string | null; areaId: number | null },
  point: Point | undefined,
): string | null {
  if (pointCode === null) return areaId === null ? null : AREA_UNIT;
  return point?.unit ?? null;
}
