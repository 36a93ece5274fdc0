import {
  HOUR_MS,
  isAbovePlausible,
  isUsable,
  type MeterArithmetic,
  type MeterReading,
  type Span,
  toKwh,
} from './meter-arithmetic';
import { spansOfReadings } from './reading-spans';

/** The power that a meter reports from an instant on. */
export interface MeterPower {
  atMs: number;
  /** Null if the sample is implausible. */
  powerKw: number | null;
  /** Milliseconds for which the power was averaged; 0 for a sample. */
  spanMs: number;
}

/** Returns the power of a power meter's sample. */
export function powerOfSample(
  meter: MeterArithmetic,
  { atMs, value }: { atMs: number; value: number },
): MeterPower {
  const powerKw = value * meter.multiplier;
  return { atMs, powerKw: isAbovePlausible(meter, powerKw) ? null : powerKw, spanMs: 0 };
}

/**
 * Returns the mean power of a span. The power has the timestamp of the end of the span, because it is not known
 * earlier.
 */
export function powerOfSpan({ startMs, endMs, energyMwh }: Span): MeterPower {
  const spanMs = endMs - startMs;
  return { atMs: endMs, powerKw: toKwh(energyMwh) / (spanMs / HOUR_MS), spanMs };
}

/** Returns the powers that a meter reported, in order of time. @param readings in order of time */
export function powersOf(meter: MeterArithmetic, readings: readonly MeterReading[]): MeterPower[] {
  return meter.kind === 'power'
    ? readings.filter(isUsable).map((reading) => powerOfSample(meter, reading))
    : spansOfReadings(meter, readings).map(powerOfSpan);
}
