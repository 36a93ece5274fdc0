import type { SceneItem } from './scene-items';

/** The usual range of a unit. Values of other units are compared with each other. */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  '°C': [18, 26],
  ppm: [400, 1200],
  '%': [0, 100],
};
/** A unit is offered if so many objects have a value in it. */
const LEAST_OBJECTS = 2;

/** How the values of one unit colour the objects. */
export interface RoomColors {
  low: number;
  high: number;
  /** From 0 at `low` to 1 at `high`, by the name of the object's node. */
  shares: ReadonlyMap<string, number>;
}

/** Returns the units by which the objects can be coloured, in the order of the objects. */
export function colorUnits(items: readonly SceneItem[]): string[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.nodeName === null) continue;
    for (const unit of new Set(item.values.map(({ unit: one }) => one)))
      if (unit !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return [...counts].flatMap(([unit, count]) => (count >= LEAST_OBJECTS ? [unit] : []));
}

/** Returns the names of the nodes of objects with an active alert at one of their points. */
export function alertingNodes(
  items: readonly SceneItem[],
  alerts: readonly { pointCode: string | null }[],
): string[] {
  const codes = new Set(alerts.map(({ pointCode }) => pointCode));
  return items.flatMap(({ nodeName, values }) =>
    nodeName !== null && values.some(({ code }) => codes.has(code)) ? [nodeName] : [],
  );
}

/** Returns the colours of the objects by their first value of the unit; null if none has a value. */
export function roomColors(items: readonly SceneItem[], unit: string): RoomColors | null {
  const values = items.flatMap(({ nodeName, values: all }): [string, number][] => {
    const value = all.find((one) => one.unit === unit)?.value;
    return nodeName !== null && typeof value === 'number' ? [[nodeName, value]] : [];
  });
  if (values.length === 0) return null;
  const numbers = values.map(([, value]) => value);
  const [low, high] = RANGES[unit] ?? [Math.min(...numbers), Math.max(...numbers)];
  const shareOf = (value: number) =>
    high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
  return { low, high, shares: new Map(values.map(([name, value]) => [name, shareOf(value)])) };
}
