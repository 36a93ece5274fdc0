import type { AlertRuleEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { isSameProgress, type RuleState } from './rule-state';
import {
  nextRunTickMs,
  type RuleRun,
  type RunEvaluation,
  type RunTransition,
  type ScheduledRule,
} from './rule-run';

const MINUTE_MS = 60_000;

/** An enabled rule and its progress. */
export interface BookEntry {
  readonly rule: AlertRuleEntity;
  readonly scheduled: ScheduledRule;
  /** The committed progress; null before the first commit. */
  run: RuleRun | null;
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

  get outcomes(): Iterable<RuleOutcome> {
    return this.changed.values();
  }

  /** The outcomes that must be stored. */
  get stored(): RuleOutcome[] {
    return [...this.changed.values()].filter(
      ({ entry, run, transitions }) => transitions.length > 0 || !isSame(entry, run),
    );
  }

  update(entry: BookEntry, evaluate: (run: RuleRun) => RunEvaluation): void {
    const run = this.changed.get(entry)?.run ?? entry.run;
    if (run) this.add(entry, evaluate(run));
  }

  add(entry: BookEntry, { run, transitions }: RunEvaluation): void {
    const earlier = this.changed.get(entry)?.transitions ?? [];
    this.changed.set(entry, { entry, run, transitions: [...earlier, ...transitions] });
  }
}

/** Returns the last millisecond of the minute that contains the instant. */
export function endOfMinute(atMs: number): number {
  return (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS - 1;
}

function isSame({ rule, run: before }: BookEntry, { state }: RuleRun): boolean {
  if (!before?.state || !state) return (before?.state ?? null) === state;
  return isSameProgress(before.state, state) && (!storesNewest(rule) || isSameMinute(before.state, state));
}

/**
 * Returns true if the time of the newest value is stored with the progress of the rule. The last values of points are
 * stored elsewhere. The power of an area is not, so its time is stored once a minute.
 */
function storesNewest({ kind, areaId }: AlertRuleEntity): boolean {
  return kind === 'noData' && areaId !== null;
}

function isSameMinute(one: RuleState, other: RuleState): boolean {
  const [first, second] = [one, other].map(({ newest }) => newest && endOfMinute(newest.atMs));
  return first === second;
}
