import type { AreaCard } from '@app/contracts';
import type { WriteGuard } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PointValuesService } from '../../metering/ingestion/point-values.service';
import type { ValueFollower } from '../../metering/ingestion/value-follower';
import type { AlertChange } from '../alerts/alert-change';
import type { AlertClear, AlertRaise } from '../alerts/alert-raise';
import { AlertWriter } from '../alerts/alert-writer';
import { lockRevisions, storeRuleStates } from './alert-rules.queries';
import { toClear, toRaise } from './rule-alerts';
import { type RuleBook, RuleDraft, type RuleOutcome } from './rule-book';
import { RuleBookReader } from './rule-book-reader';
import { ALERT_RULES } from './rule-origin';
import { toStored } from './rule-progress';
import { runSampled, runTicked } from './rule-run';
import { counts } from './rule-state';
import { toSample } from './to-sample';

type Evaluate = (book: RuleBook, draft: RuleDraft, nowMs: number) => void;

/** How often the evaluator checks whether rules have changed while no values arrive. */
const CHECK_MS = 5000;

/**
 * Evaluates alert rules. Only the worker that holds the ingestion lease calls it. A rule's progress and its alert are
 * stored in the same transaction as the values that caused them.
 */
@Injectable()
export class AlertRuleEvaluator {
  /** Evaluates rules with newer values, in the transaction that stores them. */
  readonly follower: ValueFollower = {
    takeIn: (manager, values) =>
      this.evaluate(manager, (book, draft, nowMs) => {
        for (const value of values) {
          const entries = book.ofPoint(value.code);
          const sample = entries.length > 0 ? toSample(value) : null;
          for (const entry of entries) {
            if (sample && counts(entry.scheduled.condition, sample, null))
              draft.update(entry, (run) => runSampled(entry.scheduled, run, sample, nowMs));
            else draft.keepNewest(entry);
          }
        }
      }),
  };

  private book: RuleBook | undefined;
  /**
   * True after the first attempt to compute the power of areas. Before it, the stored progress may be old, so time alone
   * does not change the rules of areas.
   */
  private hasTriedAreas = false;
  /**
   * True from the start of an evaluation until its commit. If the transaction fails, it stays true, because memory and
   * database may then differ.
   */
  private isUncommitted = false;
  private checkedMs = 0;
  private tickedMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly values: PointValuesService,
    private readonly reader: RuleBookReader,
    private readonly writer: AlertWriter,
    private readonly clock: Clock,
  ) {}

  /** Clears the memory, because another process may have written in the meantime. */
  forget(): void {
    this.hasTriedAreas = false;
    this.forgetBook();
  }

  /** From now on, time alone also changes the rules of areas. Called after an attempt to evaluate areas. */
  areasTried(): void {
    this.hasTriedAreas = true;
  }

  /** Evaluates rules with the current power of areas. */
  async evaluateAreas(
    cards: readonly Pick<AreaCard, 'id' | 'currentPower'>[],
    guard: WriteGuard | undefined,
  ): Promise<void> {
    if (this.book && !this.book.watchesAreas) return;
    await this.run(guard, (book, draft, nowMs) => {
      for (const { id, currentPower } of cards) {
        if (currentPower === null) continue;
        const sample = { atMs: nowMs, value: currentPower };
        for (const entry of book.ofArea(id)) {
          draft.update(entry, (run) => runSampled(entry.scheduled, run, sample, nowMs));
        }
      }
    });
  }

  /**
   * Applies changes that are due because time has passed: delays that have ended, points that have become silent, and
   * calendars that have opened or closed. If nothing is due, which is usual, nothing is read from the database. If the
   * clock was set back, all rules are evaluated, because another period of their calendars may apply.
   */
  async tick(guard: WriteGuard | undefined): Promise<void> {
    const nowMs = this.clock.nowMs();
    const wasSetBack = nowMs < this.tickedMs;
    this.tickedMs = nowMs;
    if (this.book && !this.isUncommitted && nowMs < this.book.nextTickMs && !wasSetBack) {
      if (nowMs - this.checkedMs < CHECK_MS) return;
      this.checkedMs = nowMs;
      if ((await this.reader.signature(this.dataSource.manager)) === this.book?.signature) return;
    }
    await this.run(guard, (book, draft, atMs) => {
      for (const entry of book.entries.values()) {
        if (entry.rule.areaId !== null && !this.hasTriedAreas) continue;
        draft.update(entry, (run) => runTicked(entry.scheduled, run, atMs));
      }
    });
  }

  private forgetBook(): void {
    this.book = undefined;
    this.isUncommitted = false;
  }

  private run(guard: WriteGuard | undefined, evaluate: Evaluate): Promise<void> {
    return this.values.inTransaction(guard, (manager) => this.evaluate(manager, evaluate));
  }

  /** @returns a function to call after the commit */
  private async evaluate(manager: EntityManager, evaluate: Evaluate): Promise<() => void> {
    if (this.isUncommitted) this.forgetBook();
    this.isUncommitted = true;
    const { book, draft } = await this.currentBook(manager);
    evaluate(book, draft, this.clock.nowMs());
    const changes = await this.store(manager, draft.stored);
    return () => {
      book.commit(draft);
      this.book = book;
      this.isUncommitted = false;
      this.writer.publish(changes);
    };
  }

  private async currentBook(manager: EntityManager): Promise<{ book: RuleBook; draft: RuleDraft }> {
    this.checkedMs = this.clock.nowMs();
    const isCurrent = this.book && this.book.signature === (await this.reader.signature(manager));
    return isCurrent && this.book
      ? { book: this.book, draft: new RuleDraft() }
      : this.reader.read(manager, this.book);
  }

  /**
   * Stores outcomes. Skips rules that a user has changed in the meantime, because the change has reset their progress.
   */
  private async store(manager: EntityManager, outcomes: readonly RuleOutcome[]): Promise<AlertChange[]> {
    const revisions = await lockRevisions(
      manager,
      outcomes.map(({ entry }) => entry.rule.id),
    );
    const valid = outcomes.filter(({ entry: { rule } }) => revisions.get(rule.id) === rule.revision);
    await storeRuleStates(
      manager,
      valid.map(({ entry: { rule }, run }) => ({
        ruleId: rule.id,
        revision: rule.revision,
        state: toStored(run),
      })),
    );
    const changes: AlertChange[] = [];
    for (const { raises, clears } of alertSteps(valid)) {
      changes.push(...(await this.writer.raise(manager, raises, ALERT_RULES)));
      changes.push(...(await this.writer.clear(manager, clears, ALERT_RULES)));
    }
    return changes;
  }
}

/** Alerts to raise and to clear. Each alert occurs only once. */
interface AlertStep {
  raises: AlertRaise[];
  clears: AlertClear[];
}

/**
 * Groups the transitions of rules into steps: step n has the n-th transition of each rule. The steps must be carried
 * out in order.
 */
function alertSteps(outcomes: readonly RuleOutcome[]): AlertStep[] {
  const steps: AlertStep[] = [];
  for (const { entry, transitions } of outcomes) {
    for (const [index, transition] of transitions.entries()) {
      const step = (steps[index] ??= { raises: [], clears: [] });
      if (transition.kind === 'raise') step.raises.push(toRaise(entry.rule, transition));
      else step.clears.push(toClear(entry.rule, transition));
    }
  }
  return steps;
}
