import type { PointValue } from '@app/contracts';
import type { WriteGuard } from '@app/entities';
import { Clock, inTurns } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PointValuesService } from '../../metering/ingestion/point-values.service';
import type { ValueFollower } from '../../metering/ingestion/value-follower';
import type { HoldListener, Listeners } from '../../platform/occurrences/listeners';
import { ListenersService } from '../../platform/occurrences/listeners.service';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { readWatches } from '../../platform/occurrences/trigger-watches';
import { HoldBook } from './hold-book';
import { HoldRound } from './hold-round';
import { bringUpToDate, isUpToDate } from './hold-book-reader';
import { storeHolds } from './holds.queries';
import { TriggerConditions } from './trigger-conditions';

/** The work of one transaction. */
interface Work {
  /** Returns true if there is anything to do for these listeners. */
  concerns(listeners: Listeners): boolean;
  steps(round: HoldRound, last: ReadonlyMap<string, PointValue>): Generator<void, void>;
}

interface Situation {
  book: HoldBook;
  listeners: Listeners;
  toStart: ReadonlySet<string>;
}

/** Maximum number of elapsed delays that one transaction handles. */
const BATCH = 1000;

/**
 * Evaluates triggers that follow values over time. Only the worker that holds the ingestion lease calls it. One
 * transaction stores the value, the resulting progress of the trigger, and the occurrence that starts the workflow. A
 * trigger therefore records exactly one occurrence each time that it fires.
 */
@Injectable()
export class HoldEvaluator {
  /** Evaluates triggers with newer values, in the transaction that stores them. */
  readonly follower: ValueFollower = {
    takeIn: (manager, values) =>
      this.evaluate(manager, {
        concerns: (listeners) => values.some(({ code }) => listeners.holdingOf(code).length > 0),
        steps: (round, last) => round.takeIn(values, last),
      }),
  };

  private book = new HoldBook();
  /** The workflows whose triggers this process has evaluated with the current values since it obtained the lease. */
  private started = new Set<string>();
  /**
   * True from the start of an evaluation until its commit. Stays true if the transaction fails: the memory may then
   * differ from the database.
   */
  private isUncommitted = false;
  /**
   * True from the first tick on. Before the first tick, the last values may be outdated, so no trigger begins to follow
   * values.
   */
  private isCurrent = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly values: PointValuesService,
    private readonly listeners: ListenersService,
    private readonly occurrences: OccurrencesService,
    private readonly conditions: TriggerConditions,
    private readonly clock: Clock,
  ) {}

  /** Clears the memory, because another process may have written in the meantime. */
  forget(): void {
    this.clear();
    this.started = new Set();
    this.isCurrent = false;
  }

  /**
   * Lets new triggers begin to follow values, and fires triggers whose delay is over. Call this only when the last
   * values are up to date. Usually nothing is due, and the call reads only the versions of the triggers.
   */
  async tick(guard: WriteGuard | undefined): Promise<void> {
    this.isCurrent = true;
    if (!(await this.hasWork())) return;
    do await this.endTimes(guard);
    while (this.book.dueMs <= this.clock.nowMs());
  }

  private async hasWork(): Promise<boolean> {
    if (this.isUncommitted || this.book.dueMs <= this.clock.nowMs()) return true;
    const { manager } = this.dataSource;
    const listeners = await this.listeners.listening(manager, 'state_change');
    if (listeners.holding.size === 0 && this.book.isEmpty) return false;
    return !isUpToDate(this.book, listeners, await readWatches(manager), this.started);
  }

  private endTimes(guard: WriteGuard | undefined): Promise<void> {
    return this.values.inTransaction(guard, (manager) =>
      this.evaluate(manager, {
        concerns: () => true,
        steps: (round, last) => round.endTimes(last, BATCH),
      }),
    );
  }

  private clear(): void {
    this.book = new HoldBook();
    this.isUncommitted = false;
  }

  /** @returns a function to call after the commit */
  private async evaluate(manager: EntityManager, work: Work): Promise<() => void> {
    if (this.isUncommitted) this.clear();
    const listeners = await this.listeners.listening(manager, 'state_change');
    if (!work.concerns(listeners)) return () => undefined;
    this.isUncommitted = true;
    const { book, isCurrent, started } = this;
    const toStart = await bringUpToDate(manager, { book, listeners, started, isCurrent });
    const isRecorded = await this.run(manager, { book, listeners, toStart }, work);
    return () => {
      for (const id of toStart) started.add(id);
      book.commit(listeners);
      this.isUncommitted = false;
      if (isRecorded) this.occurrences.announce();
    };
  }

  /** @returns true if an occurrence was recorded */
  private async run(
    manager: EntityManager,
    { book, listeners, toStart }: Situation,
    work: Work,
  ): Promise<boolean> {
    const last = await this.values.lastValues();
    const nowMs = this.clock.nowMs();
    const context = await this.conditions.contextFor(manager, listeners.holding.values());
    const occurredAt = new Date(nowMs);
    const judge = {
      isTrue: (listener: HoldListener, payload: object) =>
        this.conditions.isTrue(listener, { payload, occurredAt }, context),
      readsQuality: (listener: HoldListener) => this.conditions.of(listener)?.reads('quality') ?? false,
    };
    const round = new HoldRound(book, listeners, judge, nowMs);
    if (toStart.size > 0) await inTurns(round.start(toStart, last));
    await inTurns(work.steps(round, last));
    await storeHolds(manager, book.changes);
    await this.occurrences.record(manager, round.occurrences);
    return round.occurrences.length > 0;
  }
}
