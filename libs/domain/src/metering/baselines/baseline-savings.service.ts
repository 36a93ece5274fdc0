import type { BaselineEntity } from '@app/entities';
import { DomainError, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { type Bucket, type BucketInterval, bucketsBetween, startOfDate } from '../arithmetic/calendar';
import { toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy, roundedHalfUp } from '../arithmetic/rounded';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { profileHours } from '../energy/energy-profiles';
import { EnergySumsService } from '../meters/energy-sums.service';
import { OutdoorTemperatureService } from '../temperature/outdoor-temperature.service';
import { type BaselineDay, baselineDays } from './baseline-days';
import { type BaselineFit, expectedMwh, fitBaseline, type MissingFit } from './baseline-fit';
import { BaselinesService } from './baselines.service';
import { DAYS_AROUND, type NormalizedPoint, normalizedPoints, usualChanges } from './normalized';
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

export interface NormalizedQuery {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  interval: 'month' | 'year';
}

/** The normalized energy. If the baseline has no fit, `missing` says why. */
export interface NormalizedEnergy {
  points: NormalizedPoint[];
  missing: Message | null;
}

/** A complete day of a baseline. */
export interface ModelDay {
  /** The local date, `2026-03-29`. */
  date: string;
  /** The mean temperature in °C. */
  temperatureC: number;
  /** kWh (m³ for water), without the energy of adjustments. */
  actual: number;
  /** The energy that the model expects; null if it has not seen an hour of its week. */
  expected: number | null;
}

/** The days that a model explains. If the baseline has no fit, `missing` says why. */
export interface ModelDays {
  days: ModelDay[];
  missing: Message | null;
}

/** The definition of a baseline. */
export type BaselinePeriod = Pick<
  BaselineEntity,
  'areaId' | 'energyType' | 'method' | 'form' | 'periodFrom' | 'periodTo' | 'adjustments'
>;

/** The fit of a period, and what an area has saved since. Each is null if there is none, and `missing` says why. */
export interface AreaSaving {
  fit: BaselineFit | null;
  /** Null if no whole day has passed since the period. */
  savings: Savings | null;
  missing: Message | null;
}

const TEMPERATURE_DECIMALS = 2;
/** How many years of temperatures determine the usual weather at most. */
const WEATHER_YEARS = 10;
const WEATHER_MS = WEATHER_YEARS * 366 * 86_400_000;

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
   * Fits a period of an area without a stored baseline, and compares the time from its end to `now` with it.
   * @throws DomainError not_found for an unknown area; invalid for a period that is empty or too long
   */
  async ofPeriod(period: BaselinePeriod, now: Date): Promise<AreaSaving> {
    const fit = await this.fit(period);
    if ('missing' in fit) return { fit: null, savings: null, missing: fit.missing };
    const range = { startMs: period.periodTo.getTime(), endMs: now.getTime() };
    const days = range.startMs < range.endMs ? await this.days(period, range) : null;
    const hasDays = days !== null && days.length > 0;
    return { fit, savings: hasDays ? savingsOf(fit, [range], days) : null, missing: null };
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

  /**
   * Returns the energy of months or years as it would have been at the usual weather.
   * @throws DomainError not_found; invalid for a range that is empty or too long
   */
  async normalized(id: number, { from, to, interval }: NormalizedQuery): Promise<NormalizedEnergy> {
    const baseline = await this.baselines.find(id);
    const { areaId, energyType } = baseline;
    const { clipped, zone } = await this.scopes.scope({ areaId, energyType, from, to, interval: 'month' });
    const range = { startMs: clipped[0]?.startMs ?? 0, endMs: clipped.at(-1)?.endMs ?? 0 };
    const buckets = bucketsBetween(interval, range.startMs, range.endMs, zone);
    const fit = await this.fit(baseline);
    if ('missing' in fit) return { points: [], missing: fit.missing };
    const days = (await this.days(baseline, range)) ?? [];
    const weather = await this.weather({ startMs: range.endMs - WEATHER_MS, endMs: range.endMs }, zone);
    return { points: normalizedPoints(fit, buckets, days, weather), missing: null };
  }

  /**
   * Returns the complete days of the baseline, to show how their energy depends on the temperature.
   * @throws DomainError not_found
   */
  async modelDays(id: number): Promise<ModelDays> {
    const baseline = await this.baselines.find(id);
    const days = await this.ownDays(baseline);
    const fit = fitOf(baseline, days);
    if ('missing' in fit) return { days: [], missing: fit.missing };
    const modelDays = (days ?? []).map((day): ModelDay => {
      const expected = expectedMwh(fit, day);
      return {
        date: day.date,
        temperatureC: roundedHalfUp(meanTemperature(day), TEMPERATURE_DECIMALS),
        actual: roundedEnergy(toKwh(day.energyMwh)),
        expected: Number.isNaN(expected) ? null : roundedEnergy(toKwh(expected)),
      };
    });
    return { days: modelDays, missing: null };
  }

  /**
   * Returns how much more energy the newest model of an area expects on coming dates, at the usual weather, than for the
   * recent days: whole milliwatt-hours by date, and none if there is no model.
   */
  async usualChanges(
    { areaId, energyType }: Pick<BaselineEntity, 'areaId' | 'energyType'>,
    recent: Bucket,
    dates: readonly string[],
    zone: string,
  ): Promise<Map<string, number>> {
    const baseline = dates.length > 0 && (await this.baselines.newestOfDays(areaId, energyType));
    const fit = baseline && (await this.fit(baseline));
    if (!baseline || !fit || 'missing' in fit) return new Map();
    const days = (await this.days(baseline, recent)) ?? [];
    return usualChanges(fit, days, dates, await this.weatherAround(dates, recent.endMs, zone));
  }

  /** Returns the days around dates of one month with a temperature, in all years before `endMs`, without energies. */
  private async weatherAround(dates: readonly string[], endMs: number, zone: string): Promise<BaselineDay[]> {
    const [first, last] = [dates[0], dates.at(-1)];
    if (first === undefined || last === undefined) return [];
    const days: BaselineDay[] = [];
    for (let years = WEATHER_YEARS; years >= 0; years--) {
      const startMs = startOfDate(
        Temporal.PlainDate.from(first).subtract({ years, days: DAYS_AROUND }),
        zone,
      );
      const after = Temporal.PlainDate.from(last)
        .subtract({ years })
        .add({ days: DAYS_AROUND + 1 });
      const range = { startMs, endMs: Math.min(startOfDate(after, zone), endMs) };
      if (range.startMs < range.endMs) days.push(...(await this.weather(range, zone)));
    }
    return days;
  }

  /** Returns the days of a range with a temperature, without energies. */
  private async weather(range: Bucket, zone: string): Promise<BaselineDay[]> {
    const { hours, temperaturesC } = await this.temperature.temperatures(range, zone, 'day');
    const sums = hours.map(({ startMs, endMs }) => ({
      energyMwh: 0,
      coveredMs: endMs - startMs,
      estimated: false,
    }));
    return baselineDays(hours, profileHours(hours, sums, zone), temperaturesC, []);
  }

  private async fit(baseline: BaselinePeriod): Promise<BaselineFit | MissingFit> {
    return fitOf(baseline, await this.ownDays(baseline));
  }

  /** Returns the complete days of the baseline period; null if it has no temperature. */
  private ownDays(baseline: BaselinePeriod): Promise<BaselineDay[] | null> {
    const { periodFrom, periodTo } = baseline;
    return this.days(baseline, { startMs: periodFrom.getTime(), endMs: periodTo.getTime() });
  }

  /** Returns the complete days of a range; null if it has no temperature. */
  private async days(baseline: BaselinePeriod, range: Bucket): Promise<BaselineDay[] | null> {
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

function fitOf(
  { method, form }: BaselinePeriod,
  days: readonly BaselineDay[] | null,
): BaselineFit | MissingFit {
  return days === null ? { missing: say('temperature_missing') } : fitBaseline(method, days, form);
}

function meanTemperature({ hours }: BaselineDay): number {
  const degrees = hours.reduce((sum, { temperatureC, lengthMs }) => sum + temperatureC * lengthMs, 0);
  return degrees / hours.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
}
