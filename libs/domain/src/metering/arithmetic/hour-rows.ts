import { cutsThrough, energyUntil } from './apportion';
import { HOUR_MS, QUARTER_MS, type Span } from './meter-arithmetic';

type Four<T> = [T, T, T, T];

/** One UTC hour of a meter as four quarters; see `MeterHourEntity`. */
export interface HourRow {
  hourMs: number;
  /** Whole milliwatt-hours of each quarter; null if nothing was measured. */
  energyMwh: Four<number | null>;
  /** Measured milliseconds of each quarter. */
  coveredMs: Four<number>;
  /** Bit i is set if the start of quarter i cuts a measured span, so that the energy on both sides is estimated. */
  cuts: number;
}

export const floorHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
export const ceilHour = (ms: number): number => Math.ceil(ms / HOUR_MS) * HOUR_MS;

/**
 * Returns the hours in [fromMs, toMs) that the spans touch, in order. Hours without a measurement have no row.
 * @param fromMs start of an hour
 * @param toMs start of an hour
 */
export function hourRowsOf(spans: readonly Span[], fromMs: number, toMs: number): HourRow[] {
  const rows = new Map<number, HourRow>();
  for (const span of spans) {
    const lastMs = Math.min(span.endMs, toMs);
    let startMs = Math.max(span.startMs, fromMs);
    while (startMs < lastMs) {
      const quarterMs = Math.floor(startMs / QUARTER_MS) * QUARTER_MS;
      const endMs = Math.min(quarterMs + QUARTER_MS, lastMs);
      addPart(rows, span, quarterMs, startMs, endMs);
      startMs = endMs;
    }
  }
  return [...rows.values()].sort((a, b) => a.hourMs - b.hourMs);
}

function addPart(
  rows: Map<number, HourRow>,
  span: Span,
  quarterMs: number,
  startMs: number,
  endMs: number,
): void {
  const hourMs = floorHour(quarterMs);
  const quarter = (quarterMs - hourMs) / QUARTER_MS;
  let row = rows.get(hourMs);
  if (!row) {
    row = { hourMs, energyMwh: [null, null, null, null], coveredMs: [0, 0, 0, 0], cuts: 0 };
    rows.set(hourMs, row);
  }
  const energyMwh = energyUntil(span, endMs) - energyUntil(span, startMs);
  row.energyMwh[quarter] = (row.energyMwh[quarter] ?? 0) + energyMwh;
  row.coveredMs[quarter] = Math.min((row.coveredMs[quarter] ?? 0) + endMs - startMs, QUARTER_MS);
  if (span.estimatedWhenCut && cutsThrough(span, quarterMs)) row.cuts |= 1 << quarter;
}
