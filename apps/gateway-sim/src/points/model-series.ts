import { COMMISSIONED_MS } from '../model/consumption';
import type { ModelPoint, ReadPoint } from '../model/model-point';
import type { Fold, PointDefinition, Sample, Series } from './point';

/** The samples of a modelled point: one sample at every multiple of `stepMs` since the start of operation. */
export class ModelSeries implements Series {
  readonly definition: PointDefinition;
  readonly fold: Fold;
  /** How long after its timestamp a value becomes known. */
  private readonly delayMs: number;

  constructor(
    private readonly point: ModelPoint,
    private readonly read: ReadPoint,
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
    const { stepMs } = this.point;
    const lastMs = Math.min(toMs - 1, nowMs - this.delayMs);
    const firstMs = Math.ceil(Math.max(fromMs, COMMISSIONED_MS) / stepMs) * stepMs;
    for (let atMs = firstMs; atMs <= lastMs; atMs += stepMs) yield this.sampleAt(atMs);
  }

  private sampleAt(atMs: number): Sample {
    return { atMs, value: this.point.valueAt(atMs, this.read), quality: 'good' };
  }
}
