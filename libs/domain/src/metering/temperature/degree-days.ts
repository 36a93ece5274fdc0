import { groupBy } from '@app/kernel';
import type { BucketSum } from '../arithmetic/bucket-sums';
import { type Bucket, BUCKET_INTERVALS } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { HOUR_MS, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedHalfUp } from '../arithmetic/rounded';

export const DEGREE_DAY_KINDS = ['heating', 'cooling'] as const;
export const DEGREE_DAY_METHODS = ['hours', 'dailyMean'] as const;
export const DEGREE_DAY_INTERVALS = [...BUCKET_INTERVALS, 'year'] as const;
/** The bases in °C of areas that have none of their own. */
export const DEFAULT_BASES_C = { heating: 15, cooling: 22 };

export interface DegreeDaySettings {
  kind: (typeof DEGREE_DAY_KINDS)[number];
  /** The temperature below which a building heats, or above which it cools. */
  baseC: number;
  method: (typeof DEGREE_DAY_METHODS)[number];
}

/** The degree days of one bucket. */
export interface DegreeDays {
  startMs: number;
  /** With three decimals; null if no temperature is known. */
  value: number | null;
  /** The share of the bucket whose temperature is known, see `coverageOf`. */
  coverage: number;
}

/** A period with its mean temperature. */
interface Period extends Bucket {
  temperatureC: number;
}

const DAY_MS = 24 * HOUR_MS;
const DECIMALS = 3;
/** The mean temperature of an hour is known if this share of it was measured, because temperatures change slowly. */
const KNOWN_SHARE = 0.5;
/** A day has a mean temperature if this share of its hours is known: warm or cold hours must not be missing. */
const COMPLETE_DAY = 0.9;

/**
 * Returns the mean temperature of each hour in °C; null if it is not known.
 * @param sums the sums of a power meter whose power is the temperature: degree-hours in millionths
 */
export function meanTemperatures(hours: readonly Bucket[], sums: readonly BucketSum[]): (number | null)[] {
  return hours.map(({ startMs, endMs }, index) => {
    const { energyMwh = null, coveredMs = 0 } = sums[index] ?? {};
    const isKnown = energyMwh !== null && coveredMs >= KNOWN_SHARE * (endMs - startMs);
    return isKnown ? (toKwh(energyMwh) * HOUR_MS) / coveredMs : null;
  });
}

/**
 * Adds up degree days by bucket, either from hours or from the mean temperatures of days.
 * @param wholeBuckets in order, without gaps
 * @param hours in order; with the method `dailyMean`, whole local days
 * @param dateOf returns the local date of an instant
 */
export function degreeDays(
  wholeBuckets: readonly Bucket[],
  hours: readonly Bucket[],
  temperaturesC: readonly (number | null)[],
  { kind, baseC, method }: DegreeDaySettings,
  dateOf: (ms: number) => string,
): DegreeDays[] {
  const periods =
    method === 'hours' ? knownHours(hours, temperaturesC) : knownDays(hours, temperaturesC, dateOf);
  let next = 0;
  return wholeBuckets.map(({ startMs, endMs }) => {
    let coveredMs = 0;
    let value = 0;
    for (let period = periods[next]; period && period.startMs < endMs; period = periods[++next]) {
      const lengthMs = period.endMs - period.startMs;
      const degrees = kind === 'heating' ? baseC - period.temperatureC : period.temperatureC - baseC;
      value += (Math.max(0, degrees) * lengthMs) / (method === 'hours' ? DAY_MS : lengthMs);
      coveredMs += lengthMs;
    }
    return {
      startMs,
      value: coveredMs === 0 ? null : roundedHalfUp(value, DECIMALS),
      coverage: coverageOf(coveredMs, endMs - startMs),
    };
  });
}

function knownHours(hours: readonly Bucket[], temperaturesC: readonly (number | null)[]): Period[] {
  return hours.flatMap((hour, index) => {
    const temperatureC = temperaturesC[index] ?? null;
    return temperatureC === null ? [] : [{ ...hour, temperatureC }];
  });
}

function knownDays(
  hours: readonly Bucket[],
  temperaturesC: readonly (number | null)[],
  dateOf: (ms: number) => string,
): Period[] {
  const byDate = groupBy([...hours.keys()], (index) => dateOf(hours[index]?.startMs ?? 0));
  return [...byDate.values()].flatMap((indexes) => {
    const known = indexes.flatMap((index) => temperaturesC[index] ?? []);
    if (known.length < COMPLETE_DAY * indexes.length) return [];
    const startMs = hours[indexes[0] ?? 0]?.startMs ?? 0;
    const endMs = hours[indexes.at(-1) ?? 0]?.endMs ?? 0;
    return { startMs, endMs, temperatureC: known.reduce((sum, value) => sum + value, 0) / known.length };
  });
}
