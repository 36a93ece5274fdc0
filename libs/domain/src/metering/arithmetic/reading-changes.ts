import { isCountable, isUsable, type MeterArithmetic, type MeterReading } from './meter-arithmetic';

/** Returns the last reading of each timestamp, in order of time. */
export function byStamp(readings: readonly MeterReading[]): MeterReading[] {
  if (isInOrder(readings)) return [...readings];
  const last = new Map<number, MeterReading>();
  for (const reading of readings) last.set(reading.atMs, reading);
  return [...last.values()].sort((a, b) => a.atMs - b.atMs);
}

/** True if the readings are in the usual order of history: older first, and each timestamp once. */
function isInOrder(readings: readonly MeterReading[]): boolean {
  return readings.every(({ atMs }, index) => atMs > (readings[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY));
}

/**
 * Replaces each value that is too large to be added up exactly by null with bad quality. Such values are errors of the
 * meter or of its connection.
 */
export function withoutExcess(meter: MeterArithmetic, readings: readonly MeterReading[]): MeterReading[] {
  return readings.map((reading) =>
    reading.value === null || isCountable(meter, reading.value)
      ? reading
      : { ...reading, value: null, quality: 2 },
  );
}

/**
 * Returns the readings of the gateway in `incoming` that differ from the stored ones. A usable reading of the gateway
 * replaces an imported reading even if both values are equal, because undoing the import would delete the imported
 * reading.
 */
export function changedReadings(
  stored: readonly MeterReading[],
  incoming: readonly MeterReading[],
): MeterReading[] {
  if (stored.length === 0) return [...incoming];
  const known = new Map(stored.map((reading) => [reading.atMs, reading]));
  return incoming.filter((reading) => {
    const before = known.get(reading.atMs);
    if (before?.importId !== undefined) return isUsable(reading);
    return !before || before.value !== reading.value || before.quality !== reading.quality;
  });
}

/** Returns `stored` with `changes` applied, in order of time. */
export function mergeReadings(
  stored: readonly MeterReading[],
  changes: readonly MeterReading[],
): MeterReading[] {
  return stored.length === 0 ? [...changes] : byStamp([...stored, ...changes]);
}
