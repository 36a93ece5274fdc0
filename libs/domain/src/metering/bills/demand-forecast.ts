import type { BucketSum } from '../arithmetic/bucket-sums';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { HOUR_MS, MWH_PER_KWH } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';

/** The expected demand of a window that has begun. Powers are in kW (m³ per hour for water) with three decimals. */
export interface ExpectedDemand {
  /** The mean power of the whole window if the current power stays; null if it is not known. */
  expectedKw: number | null;
  /** Null if the demand is not known, or if it is too early to say. */
  willExceed: boolean | null;
}

/** In the first part of a window, a short peak would count too much. */
const EARLY_SHARE = 1 / 3;
const MINUTE_MS = 60_000;

/** Returns the window around an instant. Windows begin at full hours of the local clock. */
export function windowAt(atMs: number, windowMinutes: number, zone: string): Bucket {
  const [hour] = bucketsBetween('hour', atMs, atMs + 1, zone);
  const windowMs = windowMinutes * MINUTE_MS;
  const hourMs = hour?.startMs ?? atMs;
  const startMs = hourMs + Math.floor((atMs - hourMs) / windowMs) * windowMs;
  return { startMs, endMs: startMs + windowMs };
}

/** The state of the meters in a window. */
export interface MeasuredWindow {
  /** The sum of each meter within the window. */
  sums: readonly BucketSum[];
  /** Whether a meter has no energy in the window and no recent power. */
  hasSilent: boolean;
  /** The current power of the other meters; null if it is not known. */
  powerKw: number | null;
}

/**
 * Adds the measured energy of a window and the energy of its rest at the current power. If a meter is silent, a demand
 * within the contract power is not known to be so.
 * @param contractKw the contract power; undefined if there is none
 */
export function expectedDemand(
  { startMs, endMs }: Bucket,
  atMs: number,
  { sums, hasSilent, powerKw }: MeasuredWindow,
  contractKw: number | undefined,
): ExpectedDemand {
  const windowMs = endMs - startMs;
  const measured = sums.filter(({ coveredMs }) => coveredMs > 0);
  const energyMwh = sumOf(measured.map((one) => one.energyMwh ?? 0));
  const coveredMs = measured.length === 0 ? 0 : sumOf(measured.map((one) => one.coveredMs)) / measured.length;
  const toKw = (mwh: number) => (mwh * HOUR_MS) / (windowMs * MWH_PER_KWH);
  const leastKw = toKw(energyMwh);
  const isKnown = powerKw !== null && sums.length > 0;
  const expectedKw = isKnown ? leastKw + (powerKw * (windowMs - coveredMs)) / windowMs : null;
  if (contractKw !== undefined && leastKw > contractKw)
    return { expectedKw: roundedEnergy(expectedKw ?? leastKw), willExceed: true };
  const isEarly = atMs - startMs < EARLY_SHARE * windowMs;
  const isAbove = expectedKw !== null && contractKw !== undefined && expectedKw > contractKw;
  const cannotSay = expectedKw === null || contractKw === undefined || (isAbove ? isEarly : hasSilent);
  return { expectedKw: roundedEnergy(expectedKw), willExceed: cannotSay ? null : isAbove };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
