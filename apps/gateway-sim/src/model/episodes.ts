import { type AlarmConfig, DAY_MS, type LocalCalendar } from '@app/gateway-server';
import type { AlarmRule } from './alarm-rules';
import { COMMISSIONED_MS } from './consumption';

/** One occurrence of a rule's disturbance, `[fromMs, toMs)`. */
export interface Episode {
  /** The id, which stays the same after a restart. */
  id: string;
  rule: AlarmRule;
  fromMs: number;
  toMs: number;
}

/** All past and future disturbances. Each day is computed independently. */
export class Episodes {
  private readonly rulesById: ReadonlyMap<string, AlarmRule>;

  constructor(
    readonly rules: readonly AlarmRule[],
    private readonly calendar: LocalCalendar,
  ) {
    this.rulesById = new Map(rules.map((rule) => [rule.id, rule]));
  }

  /** One alarm configuration for each rule. */
  get configs(): AlarmConfig[] {
    return this.rules.map(({ id, code, level, comparison, threshold, message }) => ({
      id,
      code,
      level,
      comparison,
      threshold,
      message,
      enabled: true,
    }));
  }

  /** Whether a disturbance of this rule is active. */
  stands(ruleId: string, atMs: number): boolean {
    const rule = this.rulesById.get(ruleId);
    const episode = rule && this.on(rule, this.calendar.dayNumberAt(atMs));
    return !!episode && atMs >= episode.fromMs && atMs < episode.toMs;
  }

  /** The episodes that overlap `[fromMs, toMs)`, in order of their start. */
  between(fromMs: number, toMs: number): Episode[] {
    const firstDay = this.calendar.dayNumberAt(Math.max(fromMs, COMMISSIONED_MS));
    const lastDay = this.calendar.dayNumberAt(toMs);
    const found: Episode[] = [];
    for (let dayNumber = firstDay; dayNumber <= lastDay; dayNumber++) {
      for (const rule of this.rules) {
        const episode = this.on(rule, dayNumber);
        if (episode && episode.fromMs < toMs && episode.toMs > fromMs) found.push(episode);
      }
    }
    return found.sort((a, b) => a.fromMs - b.fromMs);
  }

  private on(rule: AlarmRule, dayNumber: number): Episode | null {
    const occurrence = rule.occurrenceOn(this.calendar.day(dayNumber));
    if (!occurrence) return null;
    return {
      id: `${rule.id}-${new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)}`,
      rule,
      fromMs: this.calendar.instantMs(dayNumber, occurrence.fromMinute),
      toMs: this.calendar.instantMs(dayNumber, occurrence.toMinute),
    };
  }
}
