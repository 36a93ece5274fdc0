import { Clock, groupBy, inTurns } from '@app/kernel';
import type { ExpressionSite } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ListenersService } from '../../../platform/occurrences/listeners.service';
import type { NameIndex } from '../../../platform/occurrences/name-index';
import type { WaitingStep } from '../../../platform/occurrences/waiting-step';
import { ExecutionDispatcher, type WokenExecution } from '../intake/execution-dispatcher';
import { deleteEventsBefore, type EvaluatedOccurrence, keepEvents } from './recent-events.queries';
import { WaitConditions } from './wait-conditions';
import { meetWaits, type MetWait } from './waits.queries';

/** How long an evaluated event is kept. A node may start before an event and register its wait only after the event. */
const KEEP_EVENTS_MS = 15 * 60_000;
const CLEAN_EVERY_MS = 60_000;

/** Ends waits whose condition is fulfilled by an occurrence, and wakes waits for all of several points. */
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
    const met: MetWait[] = [];
    for (const [kind, ofKind] of groupBy(occurrences, (each) => each.kind)) {
      const index = await this.listeners.waiting(manager, kind);
      // All occurrences with the same name share one list.
      const lists = new Set(ofKind.map(({ name }) => index.matching(name)));
      const steps = new Set([...lists].flat());
      if (steps.size === 0) continue;
      const site = await this.conditions.siteFor(steps);
      met.push(...(await inTurns(this.metBy(ofKind, index, site))));
    }
    await keepEvents(
      manager,
      occurrences.filter(({ kind }) => kind === 'event'),
    );
    return meetWaits(manager, met, this.clock.nowMs());
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

  /**
   * Finds the waits whose condition at least one of these occurrences fulfils, each with the data of the first occurrence
   * that fulfils it.
   */
  private *metBy(
    occurrences: readonly EvaluatedOccurrence[],
    index: NameIndex<WaitingStep>,
    site: ExpressionSite,
  ): Generator<void, MetWait[]> {
    const met = new Map<string, MetWait>();
    for (const { name, payload, recordedAt, occurredAt } of occurrences) {
      const candidate = { payload, occurredAtMs: occurredAt.getTime() };
      for (const step of index.matching(name)) {
        yield;
        const { executionId, stepKey, countsFrom, expiresAt, forAll } = step;
        // An occurrence before the start of the node, or after the wait has expired, does not count.
        if (met.has(stepKey) || recordedAt < countsFrom || occurredAt >= expiresAt) continue;
        if (!this.conditions.isTrue(step, candidate, site)) continue;
        // A wait for all points is only woken. Its node then checks the current values of all points.
        met.set(stepKey, { executionId, stepKey, data: forAll ? null : JSON.stringify(payload) });
      }
    }
    return [...met.values()];
  }
}
