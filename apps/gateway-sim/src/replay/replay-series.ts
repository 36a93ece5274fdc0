import type { PointDefinition, Sample } from '@app/gateway-server';
import type { Series } from '../points/series';
import { countBefore } from '../points/search';

/** One column of a file. Each value is the energy of an interval, with the timestamp from the file. */
export class ReplaySeries implements Series {
  readonly definition: PointDefinition;
  readonly fold = 'sum';

  /**
   * @param timesMs in ascending order
   * @param values one value per time; NaN if nothing was measured
   */
  constructor(
    code: string,
    name: string,
    group: string,
    private readonly timesMs: Float64Array,
    private readonly values: Float64Array,
  ) {
    this.definition = { code, name, unit: 'kWh', dataType: 'number', writable: false, group };
  }

  latest(nowMs: number): Sample | null {
    for (let index = this.countBefore(nowMs + 1) - 1; index >= 0; index--) {
      const sample = this.sampleAt(index);
      if (sample) return sample;
    }
    return null;
  }

  /** The time range of the file. The last interval is assumed to be as long as the interval before it. */
  span(): { fromMs: number; toMs: number } {
    const [lastMs = 0, previousMs = lastMs - 1] = [this.timesMs.at(-1), this.timesMs.at(-2)];
    return { fromMs: this.timesMs[0] ?? 0, toMs: 2 * lastMs - previousMs };
  }

  *samples(fromMs: number, toMs: number): Generator<Sample> {
    const end = this.countBefore(toMs);
    for (let index = this.countBefore(fromMs); index < end; index++) {
      const sample = this.sampleAt(index);
      if (sample) yield sample;
    }
  }

  private sampleAt(index: number): Sample | null {
    const value = this.values[index] ?? Number.NaN;
    return Number.isNaN(value) ? null : { atMs: this.timesMs[index] ?? 0, value, quality: 'good' };
  }

  private countBefore(limitMs: number): number {
    return countBefore(this.timesMs.length, (index) => this.timesMs[index] ?? Infinity, limitMs);
  }
}
