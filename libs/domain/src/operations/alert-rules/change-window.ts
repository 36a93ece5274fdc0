/** The lowest and the highest value in a slot of time: [slot, lowest, highest]. */
export type Slot = readonly [slot: number, lowest: number, highest: number];

/** A window consists of this many slots, so that its size does not depend on the number of values. */
const SLOTS = 20;

const slotMs = (minutes: number) => (minutes * 60_000) / SLOTS;
const slotAt = (minutes: number, atMs: number) => Math.floor(atMs / slotMs(minutes));

/**
 * Adds a value that is not older than the values in the window. Returns the given slots unchanged if they already
 * include the value.
 */
export function withValue(
  slots: readonly Slot[],
  minutes: number,
  atMs: number,
  value: number,
): readonly Slot[] {
  const current = slotAt(minutes, atMs);
  const last = slots.at(-1);
  if (last?.[0] !== current) {
    return [...slots.filter(([slot]) => slot > current - SLOTS), [current, value, value]];
  }
  const [, lowest, highest] = last;
  if (value >= lowest && value <= highest) return slots;
  return [...slots.slice(0, -1), [current, Math.min(lowest, value), Math.max(highest, value)]];
}

/**
 * The difference between the highest and the lowest value of the last `minutes`; 0 without values. The window moves in
 * steps of 5 % of its length, so it always contains the values of the last 95 % of `minutes`, and never a value older
 * than `minutes`.
 */
export function changeAt(slots: readonly Slot[], minutes: number, atMs: number): number {
  const current = slotAt(minutes, atMs);
  return spread(slots.filter(([slot]) => slot > current - SLOTS));
}

/** The instant at which the change falls below `limit` if no value follows. */
export function fallsBelowAt(slots: readonly Slot[], minutes: number, limit: number): number {
  for (const [index, [slot]] of slots.entries()) {
    if (spread(slots.slice(index + 1)) < limit) return (slot + SLOTS) * slotMs(minutes);
  }
  return Number.POSITIVE_INFINITY;
}

function spread(slots: readonly Slot[]): number {
  if (slots.length === 0) return 0;
  const lowest = Math.min(...slots.map(([, low]) => low));
  return Math.max(...slots.map(([, , high]) => high)) - lowest;
}
