import type { BaselineEntity } from '@app/entities';
import { DomainError, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Bucket, BucketInterval } from '../arithmetic/calendar';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { profileHours } from '../energy/energy-profiles';
import { EnergySumsService } from '../meters/energy-sums.service';
import { OutdoorTemperatureService } from '../temperature/outdoor-temperature.service';
import { type BaselineDay, baselineDays } from './baseline-days';
import { type BaselineFit, fitBaseline, type MissingFit } from './baseline-fit';
import { BaselinesService } from './baselines.service';
import { type Savings, savingsOf } from './savings';

export interface SavingsQuery {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  /** `range` makes the whole range a single bucket. */
  interval: Exclude<BucketInterval, 'hour'> | 'range';
}

/** A baseline with its fit. If there is none, `missing` says why. */
export interface FittedBaseline {
  baseline: BaselineEntity;
  fit: BaselineFit | null;
  missing: Message | null;
}

/** The savings since a measure. If the baseline has no fit, `missing` says why. */
export interface BaselineSavings extends Savings {
  missing: Message | null;
}

/** Fits baselines, and computes savings. Nothing is stored, so corrected readings change both. */
@Injectable()
export class BaselineSavingsService {
  constructor(
    private readonly baselines: BaselinesService,
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
    private readonly temperature: OutdoorTemperatureService,
  ) {}

  /** @throws DomainError not_found */
  async fitted(id: number): Promise<FittedBaseline> {
    const baseline = await this.baselines.find(id);
    const fit = await this.fit(baseline);
    return 'missing' in fit
      ? { baseline, fit: null, missing: fit.missing }
      : { baseline, fit, missing: null };
  }

  /**
   * @throws DomainError not_found; invalid for a range that is empty, too long or before the end of the measure, and for
   *   days and weeks of a baseline of months
   */
  async savings(id: number, { from, to, interval }: SavingsQuery): Promise<BaselineSavings> {
    const baseline = await this.baselines.find(id);
    if (baseline.method === 'monthlyDegreeDays' && (interval === 'day' || interval === 'week'))
      throw DomainError.ofField('interval', say('only_months'));
    const { areaId, energyType, reportingFrom } = baseline;
    const { buckets, clipped } = await this.scopes.scope({ areaId, energyType, from, to, interval });
    const range = { startMs: clipped[0]?.startMs ?? 0, endMs: clipped.at(-1)?.endMs ?? 0 };
    if (range.startMs < reportingFrom.getTime())
      throw DomainError.ofField('from', say('before_other', { other: 'reportingFrom' }));
    const fit = await this.fit(baseline);
    if ('missing' in fit) return { points: [], saving: null, missing: fit.missing };
    return { ...savingsOf(fit, buckets, (await this.days(baseline, range)) ?? []), missing: null };
  }

  private async fit(baseline: BaselineEntity): Promise<BaselineFit | MissingFit> {
    const { method, periodFrom, periodTo } = baseline;
    const days = await this.days(baseline, { startMs: periodFrom.getTime(), endMs: periodTo.getTime() });
    return days === null ? { missing: say('temperature_missing') } : fitBaseline(method, days);
  }

  /** Returns the complete days of a range; null if it has no temperature. */
  private async days(baseline: BaselineEntity, range: Bucket): Promise<BaselineDay[] | null> {
    const { areaId, energyType, adjustments } = baseline;
    const [from, to] = [new Date(range.startMs).toISOString(), new Date(range.endMs).toISOString()];
    const { meters, zone } = await this.scopes.scope({ areaId, energyType, from, to, interval: 'range' });
    const { hours, temperaturesC } = await this.temperature.temperatures(range, zone, 'day');
    if (hours.length === 0) return null;
    const energies = profileHours(hours, await this.sums.ofAll(meters, hours), zone);
    const events = adjustments.map(({ from: begin, to: end, kwhPerDay }) => ({
      startMs: Date.parse(begin),
      endMs: Date.parse(end),
      kwhPerDay,
    }));
    return baselineDays(hours, energies, temperaturesC, events);
  }
}
