import { type Piece, sumByBucket } from '../arithmetic/bucket-sums';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import { localHoursOf } from '../arithmetic/local-hours';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { eachPackedDay } from '../arithmetic/packed-days';

/** An hour is complete if this share of it was measured: timestamps of readings may differ by seconds. */
export const COMPLETE_SHARE = 0.99;

/** The hours of two periods. Hours with the same index have the same distance from the start of their period. */
export interface HourPairs {
  now: Bucket[];
  before: Bucket[];
  /** False if a part of a period has no stored data of any meter; this part has no hours here. */
  isWhole: boolean;
}

/** The energy of one meter in the hours of a period in whole milliwatt-hours; NaN for an hour that does not count. */
export type HourEnergies = Float64Array;

/**
 * Divides two periods into hours, from the start of each. The last hour of a period may be shorter.
 * @param measured the parts of the periods that have stored data; null for a period without data
 */
export function hourPairs(
  { current, previous }: ComparedSpans,
  measured: { current: Bucket | null; previous: Bucket | null },
): HourPairs {
  if (!measured.current || !measured.previous) return { now: [], before: [], isWhole: false };
  const first = Math.max(
    Math.floor((measured.current.startMs - current.startMs) / HOUR_MS),
    Math.floor((measured.previous.startMs - previous.startMs) / HOUR_MS),
  );
  const now = hoursOf(current, first, measured.current.endMs);
  const before = hoursOf(previous, first, measured.previous.endMs);
  const isWhole =
    first === 0 && now.at(-1)?.endMs === current.endMs && before.at(-1)?.endMs === previous.endMs;
  return { now, before, isWhole };
}

function hoursOf({ startMs, endMs }: Bucket, first: number, untilMs: number): Bucket[] {
  const hours: Bucket[] = [];
  for (let hourMs = startMs + first * HOUR_MS; hourMs < Math.min(endMs, untilMs); hourMs += HOUR_MS) {
    hours.push({ startMs: hourMs, endMs: Math.min(hourMs + HOUR_MS, endMs) });
  }
  return hours;
}

/**
 * Removes the hours of a meter that only one of the periods has, in place. If the meter has complete data in both
 * periods, nothing is removed, even if one of the periods is longer, such as a month with 31 days.
 */
export function keepCommonHours(
  { now, before, isWhole }: HourPairs,
  ofNow: HourEnergies,
  ofBefore: HourEnergies,
) {
  if (isWhole && !ofNow.includes(Number.NaN) && !ofBefore.includes(Number.NaN)) return;
  for (let index = 0; index < Math.max(now.length, before.length); index++) {
    const isSame = lengthOf(now[index]) === lengthOf(before[index]);
    if (isSame && !Number.isNaN(ofNow[index]) && !Number.isNaN(ofBefore[index])) continue;
    // An index beyond the end of an array has no effect.
    ofNow[index] = Number.NaN;
    ofBefore[index] = Number.NaN;
  }
}

/** The length of the hours that count, in milliseconds. */
export function comparedTime(hours: readonly Bucket[], energies: HourEnergies): number {
  return hours.reduce((sum, hour, index) => (Number.isNaN(energies[index]) ? sum : sum + lengthOf(hour)), 0);
}

const lengthOf = (hour: Bucket | undefined) => (hour ? hour.endMs - hour.startMs : 0);

/**
 * Maps the start of each local day that has some of the hours to its end.
 * @returns null if a day does not consist of such hours, for example because the period begins within an hour
 */
export function daysOfHours(hours: readonly Bucket[], zone: string): Map<number, number> | null {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return new Map();
  const days = bucketsBetween('day', first.startMs, last.endMs, zone);
  const areEven = localHoursOf(days, zone).every((ofDay, index) => {
    const { startMs = 0 } = days[index] ?? {};
    const isEven = (hour: Bucket, at: number) =>
      hour.startMs === startMs + at * HOUR_MS && lengthOf(hour) === HOUR_MS;
    return (startMs - first.startMs) % HOUR_MS === 0 && ofDay?.every(isEven);
  });
  return areEven ? new Map(days.map(({ startMs, endMs }) => [startMs, endMs])) : null;
}

/**
 * Fills in the hours of days that were measured completely.
 * @param packedDays all stored days of the meter within the hours, see `packDay`
 * @param days see `daysOfHours`
 * @returns the ranges of the other hours that may have data, in order of time
 */
export function fillFromDays(
  energies: HourEnergies,
  hours: readonly Bucket[],
  packedDays: string,
  days: ReadonlyMap<number, number>,
): Bucket[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const rest: Bucket[] = [];
  eachPackedDay(packedDays, ({ startMs, coveredMs, hoursMwh }) => {
    const endMs = days.get(startMs);
    if (endMs === undefined) return;
    const isComplete = coveredMs === endMs - startMs;
    const end = Math.min(endMs, last.endMs);
    // A day's share of the last hour is not stored if the period ends within this hour.
    const wholeMs = isComplete ? end - ((end - first.startMs) % HOUR_MS) : startMs;
    for (let ms = Math.max(startMs, first.startMs); ms < wholeMs; ms += HOUR_MS) {
      energies[(ms - first.startMs) / HOUR_MS] = hoursMwh[(ms - startMs) / HOUR_MS] ?? Number.NaN;
    }
    const restMs = Math.max(first.startMs, wholeMs);
    if (restMs < end) rest.push({ startMs: restMs, endMs: end });
  });
  return rest.sort((one, other) => one.startMs - other.startMs);
}

/**
 * Fills in the hours of some ranges.
 * @param ranges in order of time; each begins and ends with an hour
 * @param pieces the quarters of the meter within the ranges, in order of time
 */
export function fillFromPieces(
  energies: HourEnergies,
  hours: readonly Bucket[],
  ranges: readonly Bucket[],
  pieces: readonly Piece[],
): void {
  const firstMs = hours[0]?.startMs ?? 0;
  const indexes = ranges.flatMap(({ startMs, endMs }) => {
    const from = (startMs - firstMs) / HOUR_MS;
    return Array.from({ length: Math.ceil((endMs - startMs) / HOUR_MS) }, (_, index) => from + index);
  });
  const filled = indexes.flatMap((index) => hours[index] ?? []);
  for (const [at, { energyMwh, coveredMs }] of sumByBucket(filled, pieces).entries()) {
    const isComplete = coveredMs >= COMPLETE_SHARE * lengthOf(filled[at]);
    if (energyMwh !== null && isComplete) energies[indexes[at] ?? 0] = energyMwh;
  }
}
