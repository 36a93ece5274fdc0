import {
  HOUR_MS,
  isAbovePlausible,
  isUsable,
  longestStepMs,
  type MeterArithmetic,
  type MeterReading,
  MWH_PER_KWH,
  QUARTER_MS,
  type Span,
  wholeMwh,
} from './meter-arithmetic';

type Usable = MeterReading & { value: number };

/** The energy between two readings, or of one interval. */
interface Step extends Span {
  /** Exceeds the meter's `maxPowerKw`, so it is not counted. */
  isImplausible: boolean;
}

/** What the readings of one meter measured. */
export interface Measurement {
  spans: Span[];
  /** Ends of the steps that are not counted because they exceed the meter's `maxPowerKw`. */
  implausibleMs: number[];
}

/**
 * Computes what the readings of one meter measured, span by span.
 * @param readings in any order, each stamp once; unusable ones are skipped
 */
export function measure(meter: MeterArithmetic, readings: readonly MeterReading[]): Measurement {
  const measurement: Measurement = { spans: [], implausibleMs: [] };
  for (const { isImplausible, ...span } of stepsOf(meter, readings)) {
    if (isImplausible) measurement.implausibleMs.push(span.endMs);
    else measurement.spans.push(span);
  }
  return measurement;
}

/** The spans of `measure` alone. */
export function spansOfReadings(meter: MeterArithmetic, readings: readonly MeterReading[]): Span[] {
  return measure(meter, readings).spans;
}

function stepsOf(meter: MeterArithmetic, readings: readonly MeterReading[]): Step[] {
  const usable = readings.filter(isUsable).sort((a, b) => a.atMs - b.atMs);
  if (meter.kind === 'interval') return usable.map((reading) => intervalStep(meter, reading));
  const step = meter.kind === 'cumulative' ? registerStep : powerStep;
  return usable.flatMap((reading, index) => {
    const previous = usable[index - 1];
    return (previous && step(meter, previous, reading)) ?? [];
  });
}

/** Energy per interval. A figure finer than the meter's own interval is always an estimate. */
function intervalStep(meter: MeterArithmetic, { atMs, value }: Usable): Step {
  const lengthMs = meter.intervalSeconds * 1000;
  const startMs = meter.stampedAt === 'start' ? atMs : atMs - lengthMs;
  const energyMwh = wholeMwh(meter, value);
  return {
    startMs,
    endMs: startMs + lengthMs,
    energyMwh,
    estimatedWhenCut: true,
    isImplausible: isAbovePlausible(meter, meanKw(energyMwh, lengthMs)),
  };
}

/**
 * A register's step. Each reading is rounded by itself, so that the steps add up to the difference of the ends.
 * A fall is a rollover if the register's width is known and otherwise a reset to zero: never negative. A register that
 * was reset cannot show less than zero, so with a limit such a fall is implausible too.
 */
function registerStep(meter: MeterArithmetic, previous: Usable, next: Usable): Step {
  const before = wholeMwh(meter, previous.value);
  const after = wholeMwh(meter, next.value);
  let energyMwh = after - before;
  let isBelowZero = false;
  if (next.value < previous.value) {
    const afterRollover = meter.registerMax === null ? -1 : energyMwh + wholeMwh(meter, meter.registerMax);
    energyMwh = Math.max(afterRollover >= 0 ? afterRollover : after, 0);
    isBelowZero = afterRollover < 0 && next.value < 0;
  }
  return {
    startMs: previous.atMs,
    endMs: next.atMs,
    energyMwh,
    estimatedWhenCut: isGap(meter, previous, next),
    isImplausible:
      (isBelowZero && meter.maxPowerKw !== null) ||
      isAbovePlausible(meter, meanKw(energyMwh, next.atMs - previous.atMs)),
  };
}

/** Power between two samples, taken as a straight line; nothing across a gap. A false sample spoils both its steps. */
function powerStep(meter: MeterArithmetic, previous: Usable, next: Usable): Step | null {
  const lengthMs = next.atMs - previous.atMs;
  if (lengthMs > longestStepMs(meter)) return null;
  const energyMwh = Math.round(
    ((previous.value + next.value) / 2) * meter.multiplier * MWH_PER_KWH * (lengthMs / HOUR_MS),
  );
  return {
    startMs: previous.atMs,
    endMs: next.atMs,
    energyMwh,
    estimatedWhenCut: isGap(meter, previous, next),
    isImplausible: [previous, next].some(({ value }) => isAbovePlausible(meter, value * meter.multiplier)),
  };
}

function meanKw(energyMwh: number, lengthMs: number): number {
  return energyMwh / MWH_PER_KWH / (lengthMs / HOUR_MS);
}

/** Longer than the meter's readings usually lie apart, or than the quarters that are kept. */
function isGap(meter: MeterArithmetic, previous: Usable, next: Usable): boolean {
  return next.atMs - previous.atMs > Math.min(longestStepMs(meter), QUARTER_MS);
}
