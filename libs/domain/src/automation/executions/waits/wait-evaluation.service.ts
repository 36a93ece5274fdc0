import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ListenersService } from '../../../platform/occurrences/listeners.service';
import type { NameIndex } from '../../../platform/occurrences/name-index';
import type { WaitingStep } from '../../../platform/occurrences/waiting-step';
import { ExecutionDispatcher, type WokenExecution } from '../intake/execution-dispatcher';
import { deleteEventsBefore, type EvaluatedOccurrence, keepEvents } from './recent-events.queries';
import { WaitConditions } from './wait-conditions';
import { meetWaits, type MetWait } from './waits.queries';

/** How long an evaluated event is kept. A node that started before the event may register its wait after it. */
const KEEP_EVENTS_MS = 15 * 60_000;
const CLEAN_EVERY_MS = 60_000;

/** Ends waits of nodes whose condition an occurrence fulfils. */
@Injectable()
export class WaitEvaluationService {
  private cleanedAtMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly listeners: ListenersService,
    private readonly conditions: WaitConditions,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends the waits that these occurrences fulfil. Call this in the transaction that deletes the occurrences, and call
   * `announce` after its commit.
   */
  async meet(manager: EntityManager, occurrences: readonly EvaluatedOccurrence[]): Promise<WokenExecution[]> {
    const met = new Map<string, MetWait>();
    for (const kind of new Set(occurrences.map((each) => each.kind))) {
      const ofKind = occurrences.filter((each) => each.kind === kind);
      const index = await this.listeners.waiting(manager, kind);
      for (const one of await this.metBy(ofKind, index)) {
        if (!met.has(one.stepKey)) met.set(one.stepKey, one);
      }
    }
    await keepEvents(
      manager,
      occurrences.filter(({ kind }) => kind === 'event'),
    );
    return meetWaits(manager, [...met.values()], this.clock.nowMs());
  }

  announce(woken: readonly WokenExecution[]): void {
    this.dispatcher.woken(woken);
  }

  /** Deletes events that are too old to be needed by a node. Does this at most once per minute. */
  async clean(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (nowMs - this.cleanedAtMs < CLEAN_EVERY_MS) return;
    this.cleanedAtMs = nowMs;
    await deleteEventsBefore(this.dataSource.manager, new Date(nowMs - KEEP_EVENTS_MS));
  }

  private async metBy(
    occurrences: readonly EvaluatedOccurrence[],
    index: NameIndex<WaitingStep>,
  ): Promise<MetWait[]> {
    const pairs = occurrences.flatMap((occurrence) =>
      index
        .matching(occurrence.name)
        // An occurrence before the start of the node, or after the wait has expired, does not count.
        .filter(
          ({ countsFrom, expiresAt }) =>
            occurrence.recordedAt >= countsFrom && occurrence.occurredAt < expiresAt,
        )
        .map((step) => ({ step, occurrence })),
    );
    if (pairs.length === 0) return [];
    const site = await this.conditions.siteFor(pairs.map(({ step }) => step));
    return pairs
      .filter(({ step, occurrence: { payload, occurredAt } }) =>
        this.conditions.isTrue(step, { payload, occurredAtMs: occurredAt.getTime() }, site),
      )
      .map(({ step: { executionId, stepKey }, occurrence: { payload } }) => ({
        executionId,
        stepKey,
        data: JSON.stringify(payload),
      }));
  }
}
