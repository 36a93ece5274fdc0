import {
  AIR_RULES,
  type AirRule,
  type EnergyType,
  LOSS_RULES,
  type LossRule,
  type LossRuleConfiguration,
} from '@app/entities';
import { type Actor, DomainError, groupBy, type Message, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { bucketsBetween, localDate } from '../../metering/arithmetic/calendar';
import { roundedEnergy } from '../../metering/arithmetic/rounded';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type Judgement, type LossLimits, sum } from './judgement';
import type { MeterGroups } from './loss-history.service';
import { LossJudgeService } from './loss-judge.service';

export const LOSS_OUTCOMES = ['loss', 'none', 'cannot_judge'] as const;

/** The limit of a rule, by the name of its unit. */
export interface LossRuleSettings {
  sharePercent?: number;
  hours?: number;
  days?: number;
}

export interface LossRuleState {
  rule: LossRule;
  enabled: boolean;
  settings: LossRuleSettings;
}

/** Changes of a rule. Omitted fields keep their value. */
export type LossRuleChanges = Partial<Omit<LossRuleState, 'rule'>>;

export interface LossRuleTest {
  rule: LossRule;
  /** Default: all areas that have what the rule judges. */
  areaId?: number;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  /** Default: the settings of the rule. */
  settings?: LossRuleSettings;
}

/** The outcome of a rule in an area on a day. */
export interface LossRuleDay {
  areaId: number;
  /** The local date. */
  date: string;
  /** Null for rules of meters and of air handling units. */
  energyType: EnergyType | null;
  outcome: (typeof LOSS_OUTCOMES)[number];
  /** Null unless the rule cannot judge the day. */
  reason: Message | null;
  /** In m³ for water. Null unless there is a loss. */
  kwhPerMonth: number | null;
}

interface Setting {
  name: keyof LossRuleSettings;
  limit: number;
  most: number;
}

const OF_AIR = { name: 'hours', limit: 2, most: 24 } as const;
const SETTINGS: Record<LossRule, Setting> = {
  ...(Object.fromEntries(AIR_RULES.map((rule) => [rule, OF_AIR])) as Record<AirRule, Setting>),
  night_load: { name: 'sharePercent', limit: 40, most: 100 },
  weekend_load: { name: 'sharePercent', limit: 50, most: 100 },
  early_start: { name: 'hours', limit: 2, most: 12 },
  outside_band: { name: 'days', limit: 5, most: 7 },
  frozen_meter: { name: 'hours', limit: 24, most: 168 },
  drifting_meter: { name: 'sharePercent', limit: 25, most: 100 },
};
const MOST_DAYS = 366;
/** Areas × days. */
const MOST_AREA_DAYS = 10 * MOST_DAYS;

/** Reads, changes and tests the rules that find losses. Their settings are a part of the configuration. */
@Injectable()
export class LossRulesService {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly judge: LossJudgeService,
  ) {}

  /** All rules with their settings, which are the defaults unless they were changed. */
  async list(): Promise<LossRuleState[]> {
    const { lossRules } = await this.configuration.current();
    return LOSS_RULES.map((rule) => stateOf(rule, lossRules?.[rule]));
  }

  /** The limits of the enabled rules. */
  async limits(): Promise<LossLimits> {
    const enabled = (await this.list()).filter((state) => state.enabled);
    return Object.fromEntries(enabled.map(({ rule, settings }) => [rule, limitOf(rule, settings)]));
  }

  /** @throws DomainError not_found, and invalid for a setting of another rule or a limit that is too high */
  async change(actor: Actor, name: string, { enabled, settings }: LossRuleChanges): Promise<LossRuleState> {
    const rule = LOSS_RULES.find((known) => known === name);
    if (!rule) throw DomainError.notFound('The rule');
    const { lossRules } = await this.configuration.reread();
    const before = stateOf(rule, lossRules?.[rule]);
    const stored = {
      enabled: enabled ?? before.enabled,
      limit: limitOf(rule, { ...before.settings, ...settings }),
    };
    await this.configuration.change(actor, { lossRules: { [rule]: stored } });
    return stateOf(rule, stored);
  }

  /**
   * Judges one area or all areas on each local day that begins in a range, as the daily job would have done. Nothing is
   * stored. Rules that judge each energy type on its own have an outcome for each of them.
   * @throws DomainError invalid for a range that is empty or too long, or too many areas for the range; not_found for an
   *   unknown area
   */
  async test({ rule, areaId, settings, ...range }: LossRuleTest): Promise<LossRuleDay[]> {
    const zone = await this.configuration.timezone();
    const { from, to } = parseInstantRange(range, zone);
    const [fromMs, toMs] = [from.getTime(), to.getTime()];
    const tooLong = DomainError.ofField('to', say('range_too_long', { most: MOST_DAYS, interval: 'day' }));
    if (toMs - fromMs > (MOST_DAYS + 1) * 86_400_000) throw tooLong;
    const days = bucketsBetween('day', fromMs, toMs, zone).filter(({ startMs }) => startMs >= fromMs);
    if (days.length > MOST_DAYS) throw tooLong;
    const stored = (await this.configuration.current()).lossRules?.[rule];
    const limit = limitOf(rule, { ...stateOf(rule, stored).settings, ...settings });
    const areaIds = areaId === undefined ? await this.judge.areasOf(rule) : [areaId];
    const counts = { areas: areaIds.length, days: days.length, most: MOST_AREA_DAYS };
    if (counts.areas * counts.days > counts.most)
      throw DomainError.ofField('areaId', say('too_many_area_days', counts));
    const groups: MeterGroups = new Map();
    const outcomes: LossRuleDay[] = [];
    for (const id of areaIds) {
      const judged = await this.judge.judge(id, { [rule]: limit }, days, groups);
      for (const [index, { startMs }] of days.entries()) {
        const day = { areaId: id, date: localDate(startMs, zone).toString() };
        outcomes.push(...outcomesOf(day, judged[index]?.[rule] ?? []));
      }
    }
    return outcomes;
  }
}

function stateOf(rule: LossRule, stored: LossRuleConfiguration | undefined): LossRuleState {
  const { name, limit } = SETTINGS[rule];
  return { rule, enabled: stored?.enabled ?? true, settings: { [name]: stored?.limit ?? limit } };
}

/** @throws DomainError invalid */
function limitOf(rule: LossRule, settings: LossRuleSettings): number {
  const { name, limit, most } = SETTINGS[rule];
  for (const [given, value] of Object.entries(settings) as [keyof LossRuleSettings, number | undefined][]) {
    if (value === undefined) continue;
    const path = `settings.${given}`;
    if (given !== name) throw DomainError.ofField(path, say('unknown_field_of', { known: name }));
    if (value > most) throw DomainError.ofField(path, say('too_high', { most }));
  }
  return settings[name] ?? limit;
}

function outcomesOf(
  day: Pick<LossRuleDay, 'areaId' | 'date'>,
  judgements: readonly Judgement[],
): LossRuleDay[] {
  const byType = groupBy(judgements, ({ energyType = null }) => energyType);
  if (byType.size === 0) byType.set(null, []);
  return [...byType].map(([energyType, ofType]) => ({ ...day, energyType, ...outcomeOf(ofType) }));
}

/** The outcome of several meters is a loss if one of them has a loss, and unknown if none of them can be judged. */
function outcomeOf(judgements: readonly Judgement[]): Omit<LossRuleDay, 'areaId' | 'date' | 'energyType'> {
  const losses = judgements.flatMap(({ loss }) => loss ?? []);
  const reasons = judgements.flatMap(({ reason }) => reason ?? []);
  if (losses.length > 0) {
    const kwhPerMonth = roundedEnergy(sum(losses.map((loss) => loss.kwhPerMonth)));
    return { outcome: 'loss', reason: null, kwhPerMonth };
  }
  const [reason = say('loss_without_meters')] = reasons;
  return reasons.length === judgements.length
    ? { outcome: 'cannot_judge', reason, kwhPerMonth: null }
    : { outcome: 'none', reason: null, kwhPerMonth: null };
}
