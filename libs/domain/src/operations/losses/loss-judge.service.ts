import { AIR_RULES, type EnergyType, type LossRule } from '@app/entities';
import { say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Bucket, bucketsBetween, localDate, startOfDate } from '../../metering/arithmetic/calendar';
import { BaselinesService } from '../../metering/baselines/baselines.service';
import { BaselineSavingsService } from '../../metering/baselines/baseline-savings.service';
import type { SavingsPoint } from '../../metering/baselines/savings';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { AirHandlersService } from './air-handlers.service';
import { AIR_STEP_MS, judgeAirHandler, rolesOf } from './air-rules';
import { type Judgement, type LossLimits, unknown, WINDOW_DAYS } from './judgement';
import { judgeEarlyStart, judgeNightLoad, judgeWeekendLoad } from './load-rules';
import type { LossDays } from './loss-days';
import { LossHistoryService, type MeterGroups } from './loss-history.service';
import { judgeBand, judgeDrift, judgeFrozenMeters } from './meter-rules';

/** The judgements of each rule on one day. */
export type DayJudgements = { [Rule in keyof LossLimits]: Judgement[] };

const LOAD_RULES = {
  night_load: judgeNightLoad,
  weekend_load: judgeWeekendLoad,
  early_start: judgeEarlyStart,
} as const;
const SHARE_RULE_NAMES = ['night_load', 'weekend_load'] as const;
const LOAD_RULE_NAMES = [...SHARE_RULE_NAMES, 'early_start'] as const;
/** The rules that judge each energy type on its own. */
const TYPED_RULE_NAMES = [...SHARE_RULE_NAMES, 'outside_band'] as const;

/** The days before a judged day that are compared with a baseline. */
const BAND_MARGIN_DAYS = 14;

/** Judges areas by the rules that find losses. */
@Injectable()
export class LossJudgeService {
  constructor(
    private readonly history: LossHistoryService,
    private readonly baselines: BaselinesService,
    private readonly savings: BaselineSavingsService,
    private readonly airHandlers: AirHandlersService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Judges an area on each day, from the days before it: each energy type that the area measures by `night_load`,
   * `weekend_load` and `outside_band`, and only electricity by `early_start`. The stored hours of all days are read once:
   * for `n` days, up to 24 × (n + 28) summed hours of each energy type, as many hours of each own meter for `frozen_meter`,
   * and n + 28 days of each meter of the group for `drifting_meter`. The rules of air handling units read the day before
   * each judged day from the gateway.
   * @param limits the rules to be judged
   * @param judged local days in order, without gaps
   * @param groups shared by calls with the same days
   * @returns one element per day
   * @throws DomainError not_found for an unknown area
   */
  async judge(
    areaId: number,
    limits: LossLimits,
    judged: readonly Bucket[],
    groups: MeterGroups = new Map(),
  ): Promise<DayJudgements[]> {
    const zone = await this.configuration.timezone();
    const [first, last] = [judged[0], judged.at(-1)];
    if (!first || !last) return [];
    const startMs = daysBefore(first.startMs, WINDOW_DAYS, zone);
    const range = { startMs, endMs: last.startMs };
    const results = judged.map((): DayJudgements => ({}));
    const isTyped = TYPED_RULE_NAMES.some((rule) => limits[rule] !== undefined);
    const energyTypes = isTyped ? await this.history.energyTypes(areaId) : (['electricity'] as const);
    for (const energyType of energyTypes) {
      await this.judgeLoad(areaId, limits, range, { zone, energyType }, results);
      if (limits.outside_band !== undefined)
        await this.judgeBand(areaId, limits.outside_band, judged, { zone, energyType }, results);
    }
    if (limits.frozen_meter !== undefined)
      await this.judgeMeters(areaId, limits.frozen_meter, range, zone, judged, results);
    if (limits.drifting_meter !== undefined)
      await this.judgeDrifts(areaId, limits.drifting_meter, range, { zone, groups }, results);
    await this.judgeAir(areaId, limits, judged, zone, results);
    return results;
  }

  /** Judges an area on the local day that contains an instant. */
  async judgeDayOf(
    areaId: number,
    limits: LossLimits,
    atMs: number,
    groups?: MeterGroups,
  ): Promise<DayJudgements> {
    const today = bucketsBetween('day', atMs, atMs + 1, await this.configuration.timezone());
    return (await this.judge(areaId, limits, today, groups))[0] ?? {};
  }

  /** The ids of the areas that have meters of their own or air handling units, in order. */
  async judgedAreas(): Promise<number[]> {
    const ids = new Set([...(await this.history.areasWithMeters()), ...(await this.areasWithUnits())]);
    return [...ids].toSorted((one, other) => one - other);
  }

  /** The ids of the areas that have what a rule judges: air handling units, or meters of their own. In order. */
  areasOf(rule: LossRule): Promise<number[]> {
    return AIR_RULES.some((name) => name === rule) ? this.areasWithUnits() : this.history.areasWithMeters();
  }

  private async areasWithUnits(): Promise<number[]> {
    const ids = new Set((await this.airHandlers.list()).map(({ areaId }) => areaId));
    return [...ids].toSorted((one, other) => one - other);
  }

  private async judgeLoad(
    areaId: number,
    limits: LossLimits,
    range: Bucket,
    { zone, energyType }: { zone: string; energyType: EnergyType },
    results: readonly DayJudgements[],
  ): Promise<void> {
    const names = energyType === 'electricity' ? LOAD_RULE_NAMES : SHARE_RULE_NAMES;
    const rules = names.filter((rule) => limits[rule] !== undefined);
    if (rules.length === 0) return;
    const { days, hasCalendar } = await this.history.days(areaId, range, zone, energyType);
    // The days before the last judged day are one less than the window and all judged days.
    const windowDays = days.length - results.length + 1;
    for (const [index, result] of results.entries()) {
      const window: LossDays = { days: days.slice(index, index + windowDays), hasCalendar };
      for (const rule of rules) {
        const judgement = LOAD_RULES[rule](window, limits[rule] ?? 0, energyType);
        (result[rule] ??= []).push({ ...judgement, energyType });
      }
    }
  }

  private async judgeMeters(
    areaId: number,
    leastHours: number,
    range: Bucket,
    zone: string,
    judged: readonly Bucket[],
    results: readonly DayJudgements[],
  ): Promise<void> {
    const meters = await this.history.meterHours(areaId, range, zone);
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    const indexOf = new Map(hours.map(({ startMs }, index) => [startMs, index]));
    for (const [index, result] of results.entries()) {
      const dayMs = judged[index]?.startMs ?? 0;
      const to = indexOf.get(dayMs) ?? hours.length;
      const from = indexOf.get(daysBefore(dayMs, WINDOW_DAYS, zone)) ?? 0;
      result.frozen_meter = judgeFrozenMeters(meters, { from, to }, leastHours);
    }
  }

  private async judgeDrifts(
    areaId: number,
    mostPercent: number,
    range: Bucket,
    { zone, groups }: { zone: string; groups: MeterGroups },
    results: readonly DayJudgements[],
  ): Promise<void> {
    const { own, beside } = await this.history.meterDays(areaId, range, zone, groups);
    for (const [index, result] of results.entries()) {
      // The range begins with the window of the first judged day.
      const days = { from: index, to: index + WINDOW_DAYS };
      result.drifting_meter = own.map((meter) => {
        const siblings = beside.filter(({ energyType }) => energyType === meter.energyType);
        return judgeDrift(meter, siblings, days, mostPercent);
      });
    }
  }

  /** Judges the day before each judged day, because a fault may be mended on the same day. */
  private async judgeAir(
    areaId: number,
    limits: LossLimits,
    judged: readonly Bucket[],
    zone: string,
    results: readonly DayJudgements[],
  ): Promise<void> {
    const rules = AIR_RULES.filter((rule) => limits[rule] !== undefined);
    if (rules.length === 0) return;
    const units = (await this.airHandlers.list()).filter((unit) => unit.areaId === areaId);
    for (const result of results)
      for (const rule of rules) result[rule] = units.length === 0 ? [unknown(say('air_without_unit'))] : [];
    const startMs = daysBefore(judged[0]?.startMs ?? 0, 1, zone);
    const stepOf = (ms: number) => (ms - startMs) / AIR_STEP_MS;
    for (const unit of units) {
      const samples = await this.airHandlers.samples(unit, rolesOf(rules, unit), {
        startMs,
        endMs: judged.at(-1)?.startMs ?? startMs,
      });
      for (const [index, result] of results.entries()) {
        const dayMs = judged[index]?.startMs ?? 0;
        const range = { from: stepOf(daysBefore(dayMs, 1, zone)), to: stepOf(dayMs) };
        for (const rule of rules)
          result[rule]?.push(judgeAirHandler(rule, unit, samples, range, limits[rule] ?? 0));
      }
    }
  }

  private async judgeBand(
    areaId: number,
    leastDays: number,
    judged: readonly Bucket[],
    { zone, energyType }: { zone: string; energyType: EnergyType },
    results: readonly DayJudgements[],
  ): Promise<void> {
    const startMs = daysBefore(judged[0]?.startMs ?? 0, BAND_MARGIN_DAYS, zone);
    const band = await this.band(areaId, energyType, { startMs, endMs: judged.at(-1)?.startMs ?? 0 });
    for (const [index, result] of results.entries()) {
      const dayMs = judged[index]?.startMs ?? 0;
      const judgement =
        'reason' in band
          ? band
          : judgeBand(
              band.filter((point) => point.startMs < dayMs),
              leastDays,
              energyType,
            );
      (result.outside_band ??= []).push({ ...judgement, energyType });
    }
  }

  /** The days of a range after the measure with the band of the newest baseline, or why there is none. */
  private async band(
    areaId: number,
    energyType: EnergyType,
    { startMs, endMs }: Bucket,
  ): Promise<SavingsPoint[] | Judgement> {
    const baseline = await this.baselines.newestOfDays(areaId, energyType);
    const fromMs = Math.max(startMs, baseline?.reportingFrom.getTime() ?? endMs);
    if (!baseline || fromMs >= endMs) return unknown(say('loss_without_baseline'));
    const { points, missing } = await this.savings.savings(baseline.id, {
      from: new Date(fromMs).toISOString(),
      to: new Date(endMs).toISOString(),
      interval: 'day',
    });
    return missing ? unknown(missing) : points;
  }
}

function daysBefore(dayMs: number, days: number, zone: string): number {
  return startOfDate(localDate(dayMs, zone).subtract({ days }), zone);
}
