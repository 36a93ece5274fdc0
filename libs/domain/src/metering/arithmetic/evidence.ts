import { energyUntil } from './apportion';
import type { Bucket } from './calendar';
import {
  isUsable,
  longestStepMs,
  type MeterArithmetic,
  type MeterReading,
  type Span,
} from './meter-arithmetic';
import { spansOfReadings } from './reading-spans';
import { registerSteps } from './register-steps';

/** A reading of a register that is lower than the previous reading. */
export interface RegisterFall {
  atMs: number;
  kind: 'reset' | 'rollover';
  /** Values of the register before and after the fall. */
  before: number;
  after: number;
}

/**
 * A period without measurements. For a register, the energy of the gap is spread evenly over the gap. For other meters,
 * the energy is null.
 */
export interface MeasurementGap extends Bucket {
  energyMwh: number | null;
}

/** A measured span that only partly belongs to the period. */
export interface Apportionment extends Bucket {
  energyMwh: number;
  countedMwh: number;
}

export interface Evidence {
  resets: RegisterFall[];
  gaps: MeasurementGap[];
  apportionments: Apportionment[];
}

/**
 * Explains how the energy of a period was computed from readings.
 * @param readings all readings on which the period depends, in order
 */
export function evidenceOf(
  meter: MeterArithmetic,
  readings: readonly MeterReading[],
  period: Bucket,
): Evidence {
  const spans = spansOfReadings(meter, readings).filter(
    ({ startMs, endMs }) => endMs > period.startMs && startMs < period.endMs,
  );
  return {
    resets: meter.kind === 'cumulative' ? fallsOf(meter, readings, period) : [],
    gaps: [...longSteps(meter, spans), ...unmeasured(spans, period)].sort((a, b) => a.startMs - b.startMs),
    apportionments: spans
      .filter(({ startMs, endMs }) => startMs < period.startMs || endMs > period.endMs)
      .map((span) => ({
        startMs: span.startMs,
        endMs: span.endMs,
        energyMwh: span.energyMwh,
        countedMwh: energyUntil(span, period.endMs) - energyUntil(span, period.startMs),
      })),
  };
}

function fallsOf(meter: MeterArithmetic, readings: readonly MeterReading[], period: Bucket): RegisterFall[] {
  return registerSteps(meter, readings.filter(isUsable))
    .steps.filter(
      ({ previous, next, isFall, isImplausible }) =>
        isFall && !isImplausible && next.atMs > period.startMs && previous.atMs < period.endMs,
    )
    .map(({ previous, next, isReset }) => ({
      atMs: next.atMs,
      kind: isReset ? 'reset' : 'rollover',
      before: previous.value,
      after: next.value,
    }));
}

function longSteps(meter: MeterArithmetic, spans: readonly Span[]): MeasurementGap[] {
  if (meter.kind !== 'cumulative') return [];
  return spans
    .filter(({ startMs, endMs }) => endMs - startMs > longestStepMs(meter))
    .map(({ startMs, endMs, energyMwh }) => ({ startMs, endMs, energyMwh }));
}

/** The parts of the period that no span covers. */
function unmeasured(spans: readonly Span[], period: Bucket): MeasurementGap[] {
  const gaps: MeasurementGap[] = [];
  let coveredMs = period.startMs;
  for (const { startMs, endMs } of [...spans, { startMs: period.endMs, endMs: period.endMs }]) {
    if (startMs > coveredMs) gaps.push({ startMs: coveredMs, endMs: startMs, energyMwh: null });
    coveredMs = Math.max(coveredMs, endMs);
  }
  return gaps;
}
