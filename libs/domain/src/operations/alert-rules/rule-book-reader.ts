import type { CalendarEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PointValuesService } from '../../metering/ingestion/point-values.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { CalendarsService } from '../calendars/calendars.service';
import { findEnabledRules, findRuleStates, readRulesSignature } from './alert-rules.queries';
import { type BookEntry, RuleBook, RuleDraft } from './rule-book';
import { ALWAYS, beginRun, type RuleRun, toScheduledRule } from './rule-run';
import { counts, type RuleState, type Sample } from './rule-state';
import { toSample } from './to-sample';

/** How long calendars are cached. */
const CALENDARS_FRESH_MS = 30_000;

/** Reads the enabled rules with their progress. */
@Injectable()
export class RuleBookReader {
  private calendars: { ids: readonly number[]; atMs: number; found: CalendarEntity[] } | undefined;

  constructor(
    private readonly values: PointValuesService,
    private readonly calendarsService: CalendarsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** A text that differs if a rule, a calendar of a rule, or the time zone has changed. */
  async signature(manager: EntityManager): Promise<string> {
    const calendars = await this.calendarsOf(this.calendars?.ids ?? []);
    return JSON.stringify([
      await readRulesSignature(manager),
      await this.configuration.timezone(),
      calendars,
    ]);
  }

  /**
   * Reads the rules again. Rules that have not changed keep the progress that they have in memory; it is newer than the
   * stored one. The draft has the rules that begin.
   */
  async read(
    manager: EntityManager,
    before: RuleBook | undefined,
  ): Promise<{ book: RuleBook; draft: RuleDraft }> {
    const nowMs = this.clock.nowMs();
    // The rules are read after the signature. If they change between the two, the next signature differs.
    const rulesSignature = await readRulesSignature(manager);
    const rules = await findEnabledRules(manager);
    const ids = [...new Set(rules.flatMap(({ calendarId }) => calendarId ?? []))].sort((a, b) => a - b);
    const zone = await this.configuration.timezone();
    const calendars = await this.calendarsOf(ids);
    const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
    const stored = new Map((await findRuleStates(manager)).map((row) => [row.ruleId, row]));
    const last = await this.values.lastValues();
    const draft = new RuleDraft();
    const entries = rules.map((rule): [number, BookEntry] => {
      const scheduled = toScheduledRule(rule, byId.get(rule.calendarId ?? 0), zone);
      const value = last.get(rule.pointCode ?? '');
      const newest = value ? toSample(value) : null;
      const known = before?.entries.get(rule.id);
      const row = stored.get(rule.id);
      const entry: BookEntry = { rule, scheduled, run: null };
      if (known?.rule.revision === rule.revision) entry.run = known.run;
      else if (row?.revision === rule.revision)
        entry.run = restoredRun(entry, row.state as RuleState | null, newest, nowMs);
      const from = entry.run ?? { state: null, newest };
      draft.add(entry, beginRun(scheduled, from.state, from.newest, nowMs));
      return [rule.id, entry];
    });
    const signature = JSON.stringify([rulesSignature, zone, calendars]);
    return { book: new RuleBook(new Map(entries), signature), draft };
  }

  private async calendarsOf(ids: readonly number[]): Promise<CalendarEntity[]> {
    const nowMs = this.clock.nowMs();
    const isKnown =
      this.calendars &&
      nowMs - this.calendars.atMs < CALENDARS_FRESH_MS &&
      String(this.calendars.ids) === String(ids);
    if (!isKnown) {
      const found = await this.calendarsService.findAll(ids);
      this.calendars = { ids, atMs: nowMs, found: found.toSorted((a, b) => a.id - b.id) };
    }
    return this.calendars?.found ?? [];
  }
}

/**
 * Continues with a stored progress. Its newest sample may be older than the last value, because a sample that changes
 * nothing else is not stored with the progress.
 */
function restoredRun(
  { rule, scheduled }: BookEntry,
  state: RuleState | null,
  last: Sample | null,
  nowMs: number,
): RuleRun {
  if (!state) return { state, newest: last, period: ALWAYS };
  let { newest } = state;
  // The last power of an area is not stored. The silence before the restart does not count.
  if (rule.areaId !== null) newest = newest && { ...newest, atMs: nowMs };
  else if (last && counts(scheduled.condition, last, newest)) newest = last;
  return { state: { ...state, newest }, newest, period: ALWAYS };
}
