/** Rooms whose floors are less than this apart are on the same storey, in metres. */
const LEAST_HEIGHT = 2.5;
/** An open storey is cut at this share of its height, so that one looks over its walls. */
const CUT = 0.7;
/** Positions are rounded, so a mark may lie a little below its floor, in metres. */
const MARGIN = 0.2;

/** A storey of a building. Heights are in metres above the origin of the model. */
export interface Storey {
  floor: number;
  /** The floor of the next storey. Infinite for the highest storey. */
  ceiling: number;
  /** Marks below the floor of the lowest storey belong to it, too. */
  isLowest: boolean;
}

/**
 * Returns the storeys from the bottom up; none if there is only one.
 * @param floors the lowest heights of the rooms and plants
 */
export function storeysOf(floors: readonly number[]): Storey[] {
  const levels: number[] = [];
  for (const floor of floors.toSorted((one, other) => one - other)) {
    const last = levels.at(-1);
    if (last === undefined || floor - last >= LEAST_HEIGHT) levels.push(floor);
  }
  if (levels.length < 2) return [];
  return levels.map((floor, index) => ({
    floor,
    ceiling: levels[index + 1] ?? Infinity,
    isLowest: index === 0,
  }));
}

export function isOnStorey({ floor, ceiling, isLowest }: Storey, height: number): boolean {
  return (isLowest || height >= floor - MARGIN) && height < ceiling - MARGIN;
}

/** The height above which nothing is drawn while the storey is open. */
export function cutHeight({ floor, ceiling }: Storey): number {
  return floor + CUT * (ceiling - floor);
}
