import {
  type BucketCalendar,
  buckets,
  foldSamples,
  type HistoryInterval,
  type PointDefinition,
  type Sample,
  type Value,
} from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import type { ReadPoint } from '../model/model-point';
import type { Series } from './series';
import { WrittenValues } from './written-values';

/** All points of the gateway. Written values override measured ones. */
export class PointStore {
  private readonly seriesByCode = new Map<string, Series>();
  private readonly written = new WrittenValues();

  /** @param keptMs the age of the oldest samples that are kept */
  constructor(
    private readonly calendar: BucketCalendar,
    private readonly keptMs = Infinity,
  ) {}

  /** @throws Error if another point has the same code */
  add(series: Series): void {
    const { code } = series.definition;
    if (this.seriesByCode.has(code)) throw new Error(`Another point already has the code ${code}`);
    this.seriesByCode.set(code, series);
  }

  has(code: string): boolean {
    return this.seriesByCode.has(code);
  }

  definitions(): PointDefinition[] {
    return [...this.seriesByCode.values()].map((series) => series.definition);
  }

  /** @throws DomainError not_found */
  find(code: string): Series {
    const series = this.seriesByCode.get(code);
    if (!series) throw DomainError.notFound(`The point ${code}`);
    return series;
  }

  /** The newest sample known at `nowMs`. For an unknown point, the sample has no value. */
  latest(code: string, nowMs: number): Sample {
    const unknown: Sample = { atMs: nowMs, value: null, quality: 'bad' };
    const measured = this.seriesByCode.get(code)?.latest(nowMs);
    const written = this.written.at(code, nowMs);
    if (!written) return measured ?? unknown;
    return { ...written, atMs: Math.max(written.atMs, measured?.atMs ?? 0) };
  }

  /** Returns the value of a point at any instant, even between two samples. */
  readonly read: ReadPoint = (code, atMs) => (this.written.at(code, atMs) ?? this.latest(code, atMs)).value;

  /**
   * Raw samples in `[fromMs, toMs)`, or one value for each complete bucket that starts in this range. Empty for an
   * unknown point. Samples that are no longer kept are left out.
   */
  history(
    code: string,
    fromMs: number,
    toMs: number,
    nowMs: number,
    interval?: HistoryInterval,
  ): Iterable<Sample> {
    const series = this.seriesByCode.get(code);
    if (!series) return [];
    const firstMs = Math.max(fromMs, nowMs - this.keptMs);
    if (!interval) return this.samples(series, firstMs, toMs, nowMs);
    return this.folded(series, firstMs, toMs, nowMs, interval);
  }

  /** Overrides the point's value from `atMs` on. */
  write(code: string, value: Value | null, atMs: number, quality: Sample['quality'] = 'good'): void {
    this.written.add(code, { atMs, value, quality });
  }

  private samples(series: Series, fromMs: number, toMs: number, nowMs: number): Iterable<Sample> {
    const measured = series.samples(fromMs, toMs, nowMs);
    return this.written.over(series.definition.code, measured, fromMs, toMs);
  }

  private *folded(
    series: Series,
    fromMs: number,
    toMs: number,
    nowMs: number,
    interval: HistoryInterval,
  ): Generator<Sample> {
    const span = series.span(nowMs);
    const firstMs = Math.max(fromMs, span.fromMs);
    const endMs = Math.min(toMs, span.toMs);
    for (const bucket of buckets(interval, firstMs, endMs, this.calendar)) {
      if (bucket.toMs > span.toMs) return;
      const sample = foldSamples(series.fold, this.samples(series, bucket.fromMs, bucket.toMs, nowMs));
      if (sample) yield { ...sample, atMs: bucket.fromMs };
    }
  }
}
