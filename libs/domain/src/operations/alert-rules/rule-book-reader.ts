import type { CalendarEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PointValuesService } from '../../metering/ingestion/point-values.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { CalendarReader } from '../calendars/calendar-reader';
import {
  findEnabledRules,
  findRuleStates,
  markPointsSeen,
  readRulesSignature,
  readRuleTargets,
  type RuleTargets,
} from './alert-rules.queries';
import { type BookEntry, RuleBook, RuleDraft } from './rule-book';
import { resumedRun, toProgress } from './rule-progress';
import { beginRun, endedRun, toScheduledRule } from './rule-run';
import { toSample } from './to-sample';

/** How long calendars are cached. */
const CALENDARS_FRESH_MS = 30_000;
/** How long the list of deleted points and areas is cached. */
const TARGETS_FRESH_MS = 5000;

/** Reads the enabled rules with their progress. */
@Injectable()
export class RuleBookReader {
  private targets: { atMs: number; found: RuleTargets } | undefined;
  private calendars: { ids: readonly number[]; atMs: number; found: CalendarEntity[] } | undefined;

  constructor(
    private readonly values: PointValuesService,
    private readonly calendarReader: CalendarReader,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a text that changes if a rule, a calendar of a rule or the time zone changes, or if the point or area of a
   * rule is deleted or created.
   */
  async signature(manager: EntityManager): Promise<string> {
    const calendars = await this.calendarsOf(this.calendars?.ids ?? []);
    return JSON.stringify([
      await readRulesSignature(manager),
      await this.configuration.timezone(),
      calendars,
      await this.targetsOf(manager),
    ]);
  }

  /**
   * Reads the rules again. Unchanged rules keep their progress in memory, because it is newer than the stored progress.
   * The returned draft contains the rules whose evaluation begins, and the rules whose evaluation ends because their
   * point or area was deleted.
   */
  async read(
    manager: EntityManager,
    before: RuleBook | undefined,
  ): Promise<{ book: RuleBook; draft: RuleDraft }> {
    const nowMs = this.clock.nowMs();
    // The rules are read after the signature. If a rule changes between these two reads, the next signature differs,
    // and the rules are read again.
    const rulesSignature = await readRulesSignature(manager);
    const targets = await this.currentTargets(manager);
    const suspended = new Set(targets.suspended);
    const enabled = await findEnabledRules(manager);
    const rules = enabled.filter(({ id }) => !suspended.has(id));
    const ids = [...new Set(rules.flatMap(({ calendarId }) => calendarId ?? []))].sort((a, b) => a - b);
    const zone = await this.configuration.timezone();
    const calendars = await this.calendarsOf(ids);
    const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
    const stored = new Map((await findRuleStates(manager)).map((row) => [row.ruleId, row]));
    const last = await this.values.lastValues();
    const draft = new RuleDraft();
    for (const rule of enabled) {
      const isRunning = suspended.has(rule.id) && toProgress(stored.get(rule.id)?.state).state !== null;
      if (!isRunning) continue;
      draft.add(
        { rule, scheduled: toScheduledRule(rule, undefined, zone), run: null, stored: null },
        endedRun(nowMs),
      );
    }
    const entries = rules.map((rule): [number, BookEntry] => {
      const scheduled = toScheduledRule(rule, byId.get(rule.calendarId ?? 0), zone);
      const value = last.get(rule.pointCode ?? '');
      const newest = value ? toSample(value) : null;
      const known = before?.entries.get(rule.id);
      const row = stored.get(rule.id);
      const entry: BookEntry = { rule, scheduled, run: null, stored: null };
      if (known?.run && known.rule.revision === rule.revision) {
        Object.assign(entry, { run: known.run, stored: known.stored });
        draft.add(entry, beginRun(scheduled, known.run.state, known.run.newest, nowMs));
      } else if (row?.revision === rule.revision) {
        const resumed = resumedRun(rule, scheduled, toProgress(row.state), newest, nowMs);
        entry.stored = resumed.stored;
        draft.add(entry, resumed.evaluation);
      } else draft.add(entry, beginRun(scheduled, null, newest, nowMs));
      return [rule.id, entry];
    });
    const signature = JSON.stringify([rulesSignature, zone, calendars, targets]);
    return { book: new RuleBook(new Map(entries), signature), draft };
  }

  private async targetsOf(manager: EntityManager): Promise<RuleTargets> {
    const nowMs = this.clock.nowMs();
    if (!this.targets || !isFresh(this.targets.atMs, nowMs, TARGETS_FRESH_MS)) {
      this.targets = { atMs: nowMs, found: await readRuleTargets(manager) };
    }
    return this.targets.found;
  }

  /** Reads which points and areas were deleted, and remembers which points exist. */
  private async currentTargets(manager: EntityManager): Promise<RuleTargets> {
    const { suspended, unseen } = await readRuleTargets(manager);
    await markPointsSeen(manager, unseen);
    const found = { suspended, unseen: [] };
    this.targets = { atMs: this.clock.nowMs(), found };
    return found;
  }

  private async calendarsOf(ids: readonly number[]): Promise<CalendarEntity[]> {
    const nowMs = this.clock.nowMs();
    const isKnown =
      this.calendars &&
      isFresh(this.calendars.atMs, nowMs, CALENDARS_FRESH_MS) &&
      String(this.calendars.ids) === String(ids);
    if (!isKnown) {
      const found = await this.calendarReader.findAll(ids);
      this.calendars = { ids, atMs: nowMs, found: found.toSorted((a, b) => a.id - b.id) };
    }
    return this.calendars?.found ?? [];
  }
}

/** Also returns false if the clock was set back, because it may be set back by any time. */
function isFresh(readMs: number, nowMs: number, freshMs: number): boolean {
  return nowMs >= readMs && nowMs - readMs < freshMs;
}
