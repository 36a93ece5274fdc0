import {
  type BucketCalendar,
  buckets,
  type Fold,
  foldSamples,
  type HistoryInterval,
  type PointDefinition,
  type ServedSample,
  type ServedPoints,
  type Value,
} from '@app/gateway-server';
import type { BridgeDevice, BridgePoint, Labels } from '../configuration/configuration.dto';
import type { History } from '../store/history';
import type { StoredSample } from '../store/packed-samples';
import type { DeviceAlarm, ReadingSink } from './driver';
import { labelled } from './labels';
import type { BridgeAlarms } from './bridge-alarms';

/** Meters in these units count up: the difference of two values is the consumption between them. */
const REGISTER_UNITS = new Set(['Wh', 'kWh', 'MWh', 'GWh', 'varh', 'kvarh', 'm³', 'm3', 'l']);

interface ServedPoint {
  definition: PointDefinition;
  fold: Fold;
  labels: Labels | undefined;
  /** A number, even if it has a label. */
  latest: ServedSample | null;
}

/** The points of all devices with their newest values. */
export class BridgePoints implements ServedPoints, ReadingSink {
  private readonly pointsByCode: ReadonlyMap<string, ServedPoint>;

  /**
   * @param newest the last values of the previous run. They are bad until a device has been read
   * @param alarms gets each good value, and the alarms of the devices
   */
  constructor(
    devices: readonly BridgeDevice[],
    newest: ReadonlyMap<string, StoredSample>,
    private readonly past: History,
    private readonly calendar: BucketCalendar,
    private readonly alarms: Pick<BridgeAlarms, 'evaluate' | 'report'>,
  ) {
    const points = devices.flatMap(({ name, points: own }) => own.map((point) => ({ point, group: name })));
    this.pointsByCode = new Map(
      points.map(({ point, group }) => {
        const definition = definitionOf(point, group);
        const { labels } = point;
        return [point.code, { definition, fold: foldOf(point), labels, latest: lastRun(definition, newest) }];
      }),
    );
  }

  definitions(): PointDefinition[] {
    return [...this.pointsByCode.values()].map(({ definition }) => definition);
  }

  find(code: string): PointDefinition | undefined {
    return this.pointsByCode.get(code)?.definition;
  }

  latest(code: string, nowMs: number): ServedSample {
    const point = this.pointsByCode.get(code);
    if (!point?.latest) return { atMs: nowMs, value: null, quality: 'bad' };
    const { latest, labels } = point;
    return labels ? { ...latest, value: labelled(latest.value, labels) } : latest;
  }

  async history(
    code: string,
    fromMs: number,
    toMs: number,
    nowMs: number,
    interval?: HistoryInterval,
  ): Promise<Iterable<ServedSample>> {
    const point = this.pointsByCode.get(code);
    if (!point) return [];
    const firstMs = Math.max(fromMs, this.past.keptFromMs());
    if (!interval) return this.stored(point, firstMs, toMs);
    const started = [...buckets(interval, firstMs, Math.min(toMs, nowMs), this.calendar)];
    const complete = started.filter((bucket) => bucket.toMs <= nowMs);
    const samples = await this.stored(point, firstMs, complete.at(-1)?.toMs ?? firstMs);
    let next = 0;
    return complete.flatMap((bucket) => {
      while ((samples[next]?.atMs ?? Infinity) < bucket.fromMs) next++;
      const first = next;
      while ((samples[next]?.atMs ?? Infinity) < bucket.toMs) next++;
      const folded = foldSamples(point.fold, samples.slice(first, next));
      return folded ? [{ ...folded, atMs: bucket.fromMs }] : [];
    });
  }

  accept(code: string, sample: ServedSample): void {
    const point = this.pointsByCode.get(code);
    if (!point) return;
    point.latest = sample;
    const { value, atMs, quality } = sample;
    // A text has no history.
    if (value === null || typeof value === 'string' || quality !== 'good') return;
    this.keep(code, atMs, value);
    this.alarms.evaluate(code, value, atMs);
  }

  alarm(code: string, alarm: DeviceAlarm | null): void {
    this.alarms.report(code, alarm);
  }

  keep(code: string, atMs: number, value: Value): void {
    this.past.add({ code, atMs, value: Number(value) });
  }

  /** The newest sample without its label. It may be of the previous run; null if there is none. */
  known(code: string): ServedSample | null {
    return this.pointsByCode.get(code)?.latest ?? null;
  }

  lastMs(code: string): number | null {
    return this.known(code)?.atMs ?? null;
  }

  fail(code: string): void {
    const point = this.pointsByCode.get(code);
    if (point?.latest) point.latest = { ...point.latest, quality: 'bad' };
  }

  private async stored(
    { definition, labels }: ServedPoint,
    fromMs: number,
    toMs: number,
  ): Promise<ServedSample[]> {
    const samples = await this.past.samples(definition.code, fromMs, toMs);
    return samples.map((sample) => {
      const { value, ...rest } = sampleOf(definition, sample, 'good');
      return { ...rest, value: labelled(value, labels) };
    });
  }
}

function definitionOf(point: BridgePoint, group: string): PointDefinition {
  const { code, name, unit, labels, writable, min, max, step } = point;
  const dataType = labels ? 'string' : point.dataType;
  return {
    code,
    name,
    unit,
    dataType,
    writable,
    group,
    ...(writable && !labels && { min, max, step }),
  };
}

function foldOf({ fold, dataType, unit, labels }: BridgePoint): Fold {
  if (fold !== undefined) return fold;
  if (dataType !== 'number' || labels) return 'last';
  return REGISTER_UNITS.has(unit) ? 'first' : 'mean';
}

function lastRun(
  definition: PointDefinition,
  newest: ReadonlyMap<string, StoredSample>,
): ServedSample | null {
  const sample = newest.get(definition.code);
  return sample ? sampleOf(definition, sample, 'bad') : null;
}

function sampleOf(
  { dataType }: PointDefinition,
  { atMs, value }: StoredSample,
  quality: ServedSample['quality'],
): ServedSample {
  return { atMs, value: dataType === 'boolean' ? value === 1 : value, quality };
}
