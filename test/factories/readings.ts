import type { Sample, Value } from '@app/gateway-server';
import type { DeviceAlarm } from '../../apps/bridge/src/serving/driver';
import { waitFor } from '../harness';

/** The values and failures that a driver of the bridge reported. */
export class Readings {
  readonly samples = new Map<string, Sample>();
  readonly seen: [code: string, value: Value | null][] = [];
  /** The alarms that are active. */
  readonly alarms = new Map<string, DeviceAlarm>();
  /** The codes of all alarms. */
  readonly raised: string[] = [];
  /** The values that were delivered late. */
  readonly kept: [code: string, atMs: number, value: Value][] = [];

  accept(code: string, sample: Sample): void {
    this.samples.set(code, sample);
    this.seen.push([code, sample.value]);
  }

  keep(code: string, atMs: number, value: Value): void {
    this.kept.push([code, atMs, value]);
  }

  lastMs(code: string): number | null {
    return this.samples.get(code)?.atMs ?? null;
  }

  alarm(code: string, alarm: DeviceAlarm | null): void {
    if (alarm) this.raised.push(code);
    if (alarm) this.alarms.set(code, alarm);
    else this.alarms.delete(code);
  }

  fail(code: string): void {
    const sample = this.samples.get(code) ?? { atMs: 0, value: null, quality: 'bad' };
    this.samples.set(code, { ...sample, quality: 'bad' });
  }

  get values(): object {
    return Object.fromEntries([...this.samples].map(([code, { value }]) => [code, value]));
  }

  qualityOf(code: string): string | undefined {
    return this.samples.get(code)?.quality;
  }

  /** Waits for a value, and for a quality. */
  async until(code: string, value: Value, quality = 'good'): Promise<Sample> {
    return waitFor(
      () => {
        const sample = this.samples.get(code);
        return sample?.value === value && sample.quality === quality && sample;
      },
      { what: () => `${code} = ${value} (${quality}), but it is ${JSON.stringify(this.samples.get(code))}` },
    );
  }
}
