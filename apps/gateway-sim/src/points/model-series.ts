import { type Fold, MINUTE_MS, type PointDefinition, type Sample } from '@app/gateway-server';
import { COMMISSIONED_MS } from '../model/consumption';
import type { ModelPoint, ReadPoint } from '../model/model-point';
import type { Series } from './series';

/** The step of thinned samples. It is a multiple of the step of each point. */
const THINNED_STEP_MS = 15 * MINUTE_MS;

/**
 * The samples of a modelled point: one sample at every multiple of `stepMs` since the start of operation. Before an
 * instant, samples may be thinned to one each quarter of an hour, as in the archive of a gateway.
 */
export class ModelSeries implements Series {
  readonly definition: PointDefinition;
  readonly fold: Fold;
  /** How long after its timestamp a value becomes known. */
  private readonly delayMs: number;

  constructor(
    private readonly point: ModelPoint,
    private readonly read: ReadPoint,
    private readonly thinnedBeforeMs = Number.NEGATIVE_INFINITY,
  ) {
    this.definition = point.definition;
    this.fold = point.fold;
    this.delayMs = point.perInterval ? point.stepMs : 0;
  }

  latest(nowMs: number): Sample | null {
    const atMs = Math.floor((nowMs - this.delayMs) / this.point.stepMs) * this.point.stepMs;
    return atMs < COMMISSIONED_MS ? null : this.sampleAt(atMs);
  }

  span(nowMs: number): { fromMs: number; toMs: number } {
    return { fromMs: COMMISSIONED_MS, toMs: nowMs };
  }

  *samples(fromMs: number, toMs: number, nowMs: number): Generator<Sample> {
    const lastMs = Math.min(toMs - 1, nowMs - this.delayMs);
    const startMs = Math.max(fromMs, COMMISSIONED_MS);
    for (let atMs = this.nextAt(startMs); atMs <= lastMs; atMs = this.nextAt(atMs + 1))
      yield this.sampleAt(atMs);
  }

  /** The first sample at or after an instant. */
  private nextAt(fromMs: number): number {
    const { stepMs } = this.point;
    const isThinned = fromMs < this.thinnedBeforeMs;
    const step = isThinned ? Math.max(stepMs, THINNED_STEP_MS) : stepMs;
    return Math.ceil(fromMs / step) * step;
  }

  private sampleAt(atMs: number): Sample {
    return { atMs, value: this.point.valueAt(atMs, this.read), quality: 'good' };
  }
}
