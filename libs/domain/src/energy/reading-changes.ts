import { isCountable, type MeterArithmetic, type MeterReading } from './meter-arithmetic';

/** The last word on each stamp, in order of time. */
export function byStamp(readings: readonly MeterReading[]): MeterReading[] {
  if (isInOrder(readings)) return [...readings];
  const last = new Map<number, MeterReading>();
  for (const reading of readings) last.set(reading.atMs, reading);
  return [...last.values()].sort((a, b) => a.atMs - b.atMs);
}

/** As history usually comes: each stamp once, the older first. */
function isInOrder(readings: readonly MeterReading[]): boolean {
  return readings.every(({ atMs }, index) => atMs > (readings[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY));
}

/** A value that cannot be added up exactly, a fault of the meter or of its line, says nothing. */
export function withoutExcess(meter: MeterArithmetic, readings: readonly MeterReading[]): MeterReading[] {
  return readings.map((reading) =>
    reading.value === null || isCountable(meter, reading.value)
      ? reading
      : { ...reading, value: null, quality: 2 },
  );
}

/** The readings of `incoming` that say something other than what is stored. */
export function changedReadings(
  stored: readonly MeterReading[],
  incoming: readonly MeterReading[],
): MeterReading[] {
  if (stored.length === 0) return [...incoming];
  const known = new Map(stored.map((reading) => [reading.atMs, reading]));
  return incoming.filter((reading) => {
    const before = known.get(reading.atMs);
    return !before || before.value !== reading.value || before.quality !== reading.quality;
  });
}

/** `stored` with `changes` over it, in order of time. */
export function mergeReadings(
  stored: readonly MeterReading[],
  changes: readonly MeterReading[],
): MeterReading[] {
  return stored.length === 0 ? [...changes] : byStamp([...stored, ...changes]);
}
