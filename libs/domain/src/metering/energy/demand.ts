import { cutsThrough, energyUntil } from '../arithmetic/apportion';
import type { Bucket } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { roundedUnits } from '../arithmetic/exact-decimal';
import type { Weights } from '../arithmetic/formulas';
import type { HourLines } from '../arithmetic/hour-lines';
import { floorHour } from '../arithmetic/hour-rows';
import { HOUR_MS, QUARTER_MS, type Span, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy, roundedHalfUp } from '../arithmetic/rounded';

const LOAD_FACTOR_DECIMALS = 4;
/** Per hour. */
const QUARTERS = HOUR_MS / QUARTER_MS;

/** The highest demand of an area in one bucket. */
export interface DemandPoint {
  timestamp: string;
  /** The highest mean power of a complete window in kW (m³ per hour for water); null if no window is complete. */
  peakKw: number | null;
  /** The start of the earliest window with this power. */
  peakTime: string | null;
  /** The mean power of the complete fixed windows, divided by the peak; null if the peak is not positive. */
  loadFactor: number | null;
  /** The share of the whole bucket that the complete fixed windows cover, see `coverageOf`. */
  coverage: number;
}

/** The highest energy of a window in one bucket. */
export interface DemandPeak extends Bucket {
  /** Whole milliwatt-hours; null if no window is complete. */
  peakMwh: number | null;
  /** The start of the earliest window with this energy. */
  peakMs: number;
  /** The share of the whole bucket that the complete fixed windows cover, see `coverageOf`. */
  coverage: number;
}

/** The buckets and the windows of a demand. */
export interface DemandOptions {
  /** The calendar's buckets, in order. */
  buckets: readonly Bucket[];
  /** The buckets, clipped to the range. */
  clipped: readonly Bucket[];
  /** The whole local hours of the range, in order. */
  hours: readonly Bucket[];
  /** Length of a window. */
  windowMs: number;
  sliding: boolean;
}

/** The windows of a bucket that have been measured so far. */
interface Measured {
  peakMwh: number;
  peakMs: number;
  /** The complete fixed windows and their energy. */
  windows: number;
  energyMwh: number;
}

/** The energy of a sum of meters since the first measurement, at several instants. */
interface Curve {
  /** Units of 10^-`scale` milliwatt-hours. */
  units: bigint[];
  /** The end of the measured time that contains the instant. Less than the instant if it is not measured. */
  measuredUntilMs: Float64Array;
  /** 1 if the instant cuts a span whose parts are estimates. */
  isEstimated: Uint8Array;
}

/**
 * Finds the highest mean power of a sum of meters per bucket. A window counts if every meter measured all of it, and if
 * it lies within one bucket and within the range. It does not count if its start or its end cuts a gap between readings
 * or an interval of a meter, because the energy on both sides is then an estimate. For the same reason, a span that is
 * longer than a window is not measured.
 *
 * Fixed windows begin at each full hour of the local clock. Sliding windows begin at any instant. The power of a meter
 * is constant within a span, so the energy of a sliding window changes linearly while its edges cross no edge of a span.
 * Its maximum is therefore at a window that begins or ends at an edge of a span, or of the bucket. These are examined.
 *
 * The range is added in parts, so that its readings need not be in memory at the same time.
 */
export class Demand {
  private readonly measured: Measured[];
  private readonly fixedMs: readonly number[];
  private bucket = 0;

  constructor(private readonly options: DemandOptions) {
    const { clipped, hours, windowMs } = options;
    this.measured = clipped.map(() => ({ peakMwh: -Infinity, peakMs: 0, windows: 0, energyMwh: 0 }));
    // A loop takes half as long as `flatMap`, which matters for the two years that some bills need.
    const fixedMs: number[] = [];
    for (const { startMs, endMs } of hours) {
      for (let ms = startMs; ms + windowMs <= endMs; ms += windowMs) fixedMs.push(ms);
    }
    this.fixedMs = fixedMs;
  }

  /**
   * Adds the windows that begin in a part of the range. The parts must be added in order.
   * @param spansOf the spans of each meter from the start of the part to the end of its last window, in order
   * @param weights the factors of the meters
   */
  *add(
    part: Bucket,
    spansOf: readonly (readonly Span[])[],
    { weights, scale }: Weights,
  ): Generator<void, void> {
    const { windowMs } = this.options;
    const measured = spansOf.map((spans) =>
      spans.filter(({ startMs, endMs }) => endMs - startMs <= windowMs),
    );
    const fixed = this.fixedMs.filter((ms) => isWithin(part, ms));
    const edges = this.options.sliding ? this.edges(part, measured) : [];
    const starts = ascending([...fixed, ...edges]);
    const instants = ascending([...starts, ...starts.map((startMs) => startMs + windowMs)]);
    const { units, measuredUntilMs, isEstimated } = yield* curveOf(measured, weights, instants);
    const areFixed = new Set(fixed);
    let [first, last] = [0, 0];
    for (const startMs of starts) {
      const endMs = startMs + windowMs;
      while ((instants[first] ?? endMs) < startMs) first++;
      while ((instants[last] ?? endMs) < endMs) last++;
      if ((measuredUntilMs[first] ?? startMs) < endMs || isEstimated[first] || isEstimated[last]) continue;
      const digits = (units[last] ?? 0n) - (units[first] ?? 0n);
      this.count({ startMs, endMs }, Number(roundedUnits({ digits, scale }, 0)), areFixed.has(startMs));
    }
  }

  /**
   * Adds all windows, which must be fixed and consist of whole quarters of an hour.
   * @param hours the summed hours of the meters, see `summedHourLines`; one hour more than the range
   */
  addHours(hours: HourLines, meterCount: number): void {
    const firstMs = floorHour(this.fixedMs[0] ?? 0);
    const quarterOf = (ms: number) => (ms - firstMs) / QUARTER_MS;
    const count = quarterOf(this.fixedMs.at(-1) ?? 0) + 2 * QUARTERS;
    const energies = new Float64Array(count).fill(Number.NaN);
    const isCut = new Uint8Array(count);
    while (hours.next()) {
      const first = quarterOf(hours.hourMs);
      for (let quarter = 0; quarter < QUARTERS; quarter++) {
        isCut[first + quarter] = (hours.cuts >> quarter) & 1;
        if (hours.meterId === meterCount && hours.coveredMs(quarter) === QUARTER_MS)
          energies[first + quarter] = hours.energyMwh(quarter) ?? Number.NaN;
      }
    }
    for (const startMs of this.fixedMs) {
      const endMs = startMs + this.options.windowMs;
      const [first, end] = [quarterOf(startMs), quarterOf(endMs)];
      if (isCut[first] || isCut[end]) continue;
      let energyMwh = 0;
      for (let quarter = first; quarter < end; quarter++) energyMwh += energies[quarter] ?? Number.NaN;
      if (!Number.isNaN(energyMwh)) this.count({ startMs, endMs }, energyMwh, true);
    }
  }

  /** Returns the peaks before they are rounded. */
  peaks(): DemandPeak[] {
    const { buckets, windowMs } = this.options;
    return buckets.map((bucket, index) => {
      const { peakMwh, peakMs, windows } = this.measured[index] ?? NOTHING;
      return {
        ...bucket,
        peakMwh: peakMwh > -Infinity ? peakMwh : null,
        peakMs,
        coverage: coverageOf(windows * windowMs, bucket.endMs - bucket.startMs),
      };
    });
  }

  points(): DemandPoint[] {
    const { buckets, windowMs } = this.options;
    const peaks = this.peaks();
    return buckets.map(({ startMs }, index) => {
      const { peakMwh, peakMs, windows, energyMwh } = this.measured[index] ?? NOTHING;
      const isMeasured = peakMwh > -Infinity;
      const hasMean = windows > 0 && peakMwh > 0;
      return {
        timestamp: new Date(startMs).toISOString(),
        // The number of windows in an hour is whole, so only the division by 10^6 is not exact.
        peakKw: isMeasured ? roundedEnergy(toKwh(peakMwh * (HOUR_MS / windowMs))) : null,
        peakTime: isMeasured ? new Date(peakMs).toISOString() : null,
        loadFactor: hasMean ? roundedHalfUp(energyMwh / (windows * peakMwh), LOAD_FACTOR_DECIMALS) : null,
        coverage: peaks[index]?.coverage ?? 0,
      };
    });
  }

  /** The starts in the part of the windows that begin or end at an edge of a span or of a bucket. */
  private edges(part: Bucket, spansOf: readonly (readonly Bucket[])[]): Set<number> {
    const { clipped, windowMs } = this.options;
    const starts = new Set<number>();
    for (const { startMs, endMs } of [...spansOf, clipped].flat()) {
      for (const ms of [startMs - windowMs, startMs, endMs - windowMs, endMs]) {
        if (isWithin(part, ms)) starts.add(ms);
      }
    }
    return starts;
  }

  private count(window: Bucket, energyMwh: number, isFixed: boolean): void {
    const { clipped } = this.options;
    while ((clipped[this.bucket]?.endMs ?? Infinity) <= window.startMs) this.bucket++;
    const bucket = clipped[this.bucket];
    const measured = this.measured[this.bucket];
    if (!bucket || !measured || window.startMs < bucket.startMs || window.endMs > bucket.endMs) return;
    if (energyMwh > measured.peakMwh) {
      measured.peakMwh = energyMwh;
      measured.peakMs = window.startMs;
    }
    if (!isFixed) return;
    measured.windows++;
    measured.energyMwh += energyMwh;
  }
}

const NOTHING: Measured = { peakMwh: -Infinity, peakMs: 0, windows: 0, energyMwh: 0 };

const isWithin = ({ startMs, endMs }: Bucket, ms: number): boolean => ms >= startMs && ms < endMs;

function ascending(instants: readonly number[]): Float64Array {
  return Float64Array.from(new Set(instants)).sort();
}

/** @param instants in order */
function* curveOf(
  spansOf: readonly (readonly Span[])[],
  weights: readonly bigint[],
  instants: Float64Array,
): Generator<void, Curve> {
  const units = Array.from<bigint>({ length: instants.length }).fill(0n);
  const measuredUntilMs = new Float64Array(instants.length).fill(Infinity);
  const isEstimated = new Uint8Array(instants.length);
  for (const [index, spans] of spansOf.entries()) {
    const weight = weights[index] ?? 0n;
    const stretchEnds = stretchEndsOf(spans);
    let [next, endedMwh] = [0, 0];
    for (const [at, ms] of instants.entries()) {
      for (let span = spans[next]; span && span.endMs <= ms; span = spans[++next]) endedMwh += span.energyMwh;
      let energyMwh = endedMwh;
      // The intervals of an interval meter may overlap.
      for (let open = next, span = spans[open]; span && span.startMs < ms; span = spans[++open]) {
        energyMwh += energyUntil(span, ms);
        if (span.estimatedWhenCut && cutsThrough(span, ms)) isEstimated[at] = 1;
      }
      units[at] = (units[at] ?? 0n) + weight * BigInt(energyMwh);
      const isMeasured = (spans[next]?.startMs ?? Infinity) <= ms;
      const untilMs = isMeasured ? (stretchEnds[next] ?? ms) : -Infinity;
      measuredUntilMs[at] = Math.min(measuredUntilMs[at] ?? untilMs, untilMs);
    }
    yield;
  }
  return { units, measuredUntilMs, isEstimated };
}

/** For each span, the end of the last span that follows it without a gap. */
function stretchEndsOf(spans: readonly Span[]): Float64Array {
  const ends = Float64Array.from(spans, ({ endMs }) => endMs);
  for (let index = spans.length - 2; index >= 0; index--) {
    const [end = 0, next = 0] = [ends[index], ends[index + 1]];
    if ((spans[index + 1]?.startMs ?? Infinity) <= end) ends[index] = next;
  }
  return ends;
}
