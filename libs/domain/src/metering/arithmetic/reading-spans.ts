import {
  HOUR_MS,
  isAbovePlausible,
  isUsable,
  judgedPowerKw,
  longestStepMs,
  type MeterArithmetic,
  type MeterReading,
  MWH_PER_KWH,
  QUARTER_MS,
  type Span,
  wholeMwh,
} from './meter-arithmetic';
import { registerSteps, type Usable } from './register-steps';

/** The energy between two samples of a power meter, or in one interval of an interval meter. */
interface Step {
  span: Span;
  /** True if the energy exceeds the meter's `maxPowerKw`, so that it is not counted. */
  isImplausible: boolean;
}

/** The measurements in the readings of one meter. */
export interface Measurement {
  /** In order of time, because all spans of an interval meter have the same length. */
  spans: Span[];
  /**
   * Timestamps of the readings that exceed the meter's `maxPowerKw`: the false samples of a register, and the readings
   * at the ends of steps that are not counted.
   */
  implausibleMs: number[];
}

/**
 * Computes the spans of one meter's readings.
 * @param readings in any order, each timestamp once; unusable readings are skipped
 */
export function measure(meter: MeterArithmetic, readings: readonly MeterReading[]): Measurement {
  const usable = readings.filter(isUsable).sort((a, b) => a.atMs - b.atMs);
  if (meter.kind === 'cumulative') return registerMeasurement(meter, usable);
  const measurement: Measurement = { spans: [], implausibleMs: [] };
  for (const { span, isImplausible } of stepsOf(meter, usable)) {
    if (isImplausible) measurement.implausibleMs.push(span.endMs);
    else measurement.spans.push(span);
  }
  return measurement;
}

/** Like `measure`, but returns only the spans. */
export function spansOfReadings(meter: MeterArithmetic, readings: readonly MeterReading[]): Span[] {
  return measure(meter, readings).spans;
}

function stepsOf(meter: MeterArithmetic, usable: readonly Usable[]): Step[] {
  if (meter.kind === 'interval') return usable.map((reading) => intervalStep(meter, reading));
  return usable.flatMap((reading, index) => {
    const previous = usable[index - 1];
    return (previous && powerStep(meter, previous, reading)) ?? [];
  });
}

/**
 * Returns the step of one reading of an interval meter. If a bucket contains only a part of the interval, the energy of
 * the bucket is always an estimate.
 */
function intervalStep(meter: MeterArithmetic, { atMs, value }: Usable): Step {
  const lengthMs = meter.intervalSeconds * 1000;
  const startMs = meter.stampedAt === 'start' ? atMs : atMs - lengthMs;
  const energyMwh = wholeMwh(meter, value);
  return {
    span: { startMs, endMs: startMs + lengthMs, energyMwh, estimatedWhenCut: true },
    isImplausible: isAbovePlausible(meter, judgedPowerKw(meter, energyMwh, lengthMs)),
  };
}

/** A register's step over a gap is counted, because the register has counted the energy during the gap. */
function registerMeasurement(meter: MeterArithmetic, usable: readonly Usable[]): Measurement {
  const { steps, falseMs } = registerSteps(meter, usable);
  const measurement: Measurement = { spans: [], implausibleMs: falseMs };
  for (const { previous, next, energyMwh, isImplausible } of steps) {
    if (isImplausible) measurement.implausibleMs.push(next.atMs);
    else
      measurement.spans.push({
        startMs: previous.atMs,
        endMs: next.atMs,
        energyMwh,
        estimatedWhenCut: isGap(meter, previous, next),
      });
  }
  measurement.implausibleMs.sort((a, b) => a - b);
  return measurement;
}

/**
 * Power is interpolated linearly between two samples. A gap has no energy. A false sample invalidates the steps on both
 * sides.
 */
function powerStep(meter: MeterArithmetic, previous: Usable, next: Usable): Step | null {
  const lengthMs = next.atMs - previous.atMs;
  if (lengthMs > longestStepMs(meter)) return null;
  const energyMwh = Math.round(
    ((previous.value + next.value) / 2) * meter.multiplier * MWH_PER_KWH * (lengthMs / HOUR_MS),
  );
  return {
    span: {
      startMs: previous.atMs,
      endMs: next.atMs,
      energyMwh,
      estimatedWhenCut: isGap(meter, previous, next),
    },
    isImplausible: [previous, next].some(({ value }) => isAbovePlausible(meter, value * meter.multiplier)),
  };
}

/** True if the step is longer than the maximum step of the meter or longer than a quarter of an hour. */
function isGap(meter: MeterArithmetic, previous: Usable, next: Usable): boolean {
  return next.atMs - previous.atMs > Math.min(longestStepMs(meter), QUARTER_MS);
}
