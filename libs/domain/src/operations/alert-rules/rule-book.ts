import type { AlertRuleEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { isSameStored } from './rule-progress';
import {
  nextRunTickMs,
  type RuleRun,
  type RunEvaluation,
  type RunTransition,
  type ScheduledRule,
} from './rule-run';

/** An enabled rule and its progress. */
export interface BookEntry {
  readonly rule: AlertRuleEntity;
  readonly scheduled: ScheduledRule;
  /** The committed progress; null before the first commit. */
  run: RuleRun | null;
  /** The progress that the database contains; null if it contains none. */
  stored: RuleRun | null;
}

/** The changes of a rule in one evaluation. */
export interface RuleOutcome {
  entry: BookEntry;
  run: RuleRun;
  transitions: RunTransition[];
}

/** The enabled rules in memory, indexed by the points and areas that they watch. */
export class RuleBook {
  private readonly byCode: ReadonlyMap<string | null, BookEntry[]>;
  private readonly byArea: ReadonlyMap<number | null, BookEntry[]>;
  private dueMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly entries: ReadonlyMap<number, BookEntry>,
    /** Changes if a rule, a calendar or the time zone changes. */
    readonly signature: string,
  ) {
    this.byCode = groupBy(entries.values(), ({ rule }) => rule.pointCode);
    const ofAreas = [...entries.values()].filter(({ rule }) => rule.areaId !== null);
    this.byArea = groupBy(ofAreas, ({ rule }) => rule.areaId);
  }

  /** The time at which `runTicked` next changes a rule. */
  get nextTickMs(): number {
    return this.dueMs;
  }

  get watchesAreas(): boolean {
    return this.byArea.size > 0;
  }

  ofPoint(code: string): readonly BookEntry[] {
    return this.byCode.get(code) ?? [];
  }

  ofArea(id: number): readonly BookEntry[] {
    return this.byArea.get(id) ?? [];
  }

  /** Replaces the progress of the rules by the committed progress of the draft. */
  commit(draft: RuleDraft): void {
    for (const { entry, run } of draft.stored) entry.stored = run;
    for (const { entry, run } of draft.outcomes) entry.run = run;
    this.dueMs = Number.POSITIVE_INFINITY;
    for (const { run, scheduled } of this.entries.values()) {
      if (run) this.dueMs = Math.min(this.dueMs, nextRunTickMs(scheduled, run));
    }
  }
}

/** The progress of rules in a transaction that is not committed yet. */
export class RuleDraft {
  private readonly changed = new Map<BookEntry, RuleOutcome>();
  private readonly replaced = new Set<BookEntry>();

  get outcomes(): Iterable<RuleOutcome> {
    return this.changed.values();
  }

  /** The outcomes that must be stored. */
  get stored(): RuleOutcome[] {
    return [...this.changed.values()].filter((outcome) => this.mustStore(outcome));
  }

  update(entry: BookEntry, evaluate: (run: RuleRun) => RunEvaluation): void {
    const run = this.changed.get(entry)?.run ?? entry.run;
    if (run) this.add(entry, evaluate(run));
  }

  add(entry: BookEntry, { run, transitions }: RunEvaluation): void {
    const earlier = this.changed.get(entry)?.transitions ?? [];
    this.changed.set(entry, { entry, run, transitions: [...earlier, ...transitions] });
  }

  /**
   * Stores the newest sample with the progress, because a value that the rule cannot use replaces it as the last value
   * of the point.
   */
  keepNewest(entry: BookEntry): void {
    const run = this.changed.get(entry)?.run ?? entry.run;
    if (!run) return;
    this.add(entry, { run, transitions: [] });
    this.replaced.add(entry);
  }

  private mustStore({ entry, run, transitions }: RuleOutcome): boolean {
    const { rule, stored } = entry;
    if (!stored || transitions.length > 0) return true;
    if (this.replaced.has(entry) && stored.newest !== run.newest) return true;
    return !isSameStored(rule, stored, run);
  }
}
