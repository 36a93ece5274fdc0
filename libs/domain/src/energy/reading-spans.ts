import {
  HOUR_MS,
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

/**
 * What the readings of one meter measured, span by span.
 * @param readings in any order, each stamp once; unusable ones are passed over
 */
export function spansOfReadings(meter: MeterArithmetic, readings: readonly MeterReading[]): Span[] {
  const usable = readings.filter(isUsable).sort((a, b) => a.atMs - b.atMs);
  if (meter.kind === 'interval') return usable.map((reading) => intervalSpan(meter, reading));
  const step = meter.kind === 'cumulative' ? registerSpan : powerSpan;
  return usable.flatMap((reading, index) => {
    const previous = usable[index - 1];
    const span = previous && step(meter, previous, reading);
    return span ? [span] : [];
  });
}

/** Energy per interval. A figure finer than the meter's own interval is always an estimate. */
function intervalSpan(meter: MeterArithmetic, { atMs, value }: Usable): Span {
  const lengthMs = meter.intervalSeconds * 1000;
  const startMs = meter.stampedAt === 'start' ? atMs : atMs - lengthMs;
  return { startMs, endMs: startMs + lengthMs, energyMwh: wholeMwh(meter, value), estimatedWhenCut: true };
}

/**
 * A register's step. Each reading is rounded by itself, so that the steps add up to the difference of the ends.
 * A fall is a rollover where the register's width is known and a reset from zero where it is not: never negative.
 */
function registerSpan(meter: MeterArithmetic, previous: Usable, next: Usable): Span {
  const before = wholeMwh(meter, previous.value);
  const after = wholeMwh(meter, next.value);
  let energyMwh = after - before;
  if (next.value < previous.value) {
    const afterRollover = meter.registerMax === null ? -1 : energyMwh + wholeMwh(meter, meter.registerMax);
    energyMwh = Math.max(afterRollover >= 0 ? afterRollover : after, 0);
  }
  return {
    startMs: previous.atMs,
    endMs: next.atMs,
    energyMwh,
    estimatedWhenCut: isGap(meter, previous, next),
  };
}

/** Power between two samples, taken as a straight line; nothing across a gap. */
function powerSpan(meter: MeterArithmetic, previous: Usable, next: Usable): Span | null {
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
  };
}

/** Longer than the meter's readings usually lie apart, or than the quarters that are kept. */
function isGap(meter: MeterArithmetic, previous: Usable, next: Usable): boolean {
  return next.atMs - previous.atMs > Math.min(longestStepMs(meter), QUARTER_MS);
}
