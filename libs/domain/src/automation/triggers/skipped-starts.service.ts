import { TriggerHoldEntity } from '@app/entities';
import { Clock, groupBy } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Listener } from '../../platform/occurrences/listeners';
import { ListenersService } from '../../platform/occurrences/listeners.service';
import type { FiredSlot } from '../../platform/schedules/schedule-source';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { ExecutionRequest } from '../executions/intake/execution-request';
import { type SkippedStart, SkippedTriggersService } from '../executions/waits/skipped-triggers.service';
import type { HeldChange } from './hold-round';
import { TriggerConditions } from './trigger-conditions';
import { type ScheduledRun, WorkflowSchedules } from './workflow-schedules';

interface Found {
  evaluated: SkippedStart[];
  requests: ExecutionRequest[];
  slots: FiredSlot[];
}

/**
 * Evaluates skipped triggers again as soon as their workflow accepts an execution: in mode `single` after the running
 * execution has ended, in mode `queued` as soon as there is room. A single transaction locks the workflow, deletes the
 * triggers and accepts the execution, so no trigger is lost or starts twice if a worker is killed.
 */
@Injectable()
export class SkippedStartsService {
  constructor(
    private readonly skipped: SkippedTriggersService,
    private readonly listeners: ListenersService,
    private readonly conditions: TriggerConditions,
    private readonly schedules: WorkflowSchedules,
    private readonly intake: ExecutionIntakeService,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of evaluated triggers; 0 if there were none */
  async evaluateNext(): Promise<number> {
    const done = await this.skipped.take((manager, skipped) => this.evaluate(manager, skipped));
    done?.announce();
    return done?.evaluated ?? 0;
  }

  private async evaluate(
    manager: EntityManager,
    startable: readonly SkippedStart[],
  ): Promise<{ evaluated: number; announce: () => void }> {
    const { evaluated, requests, slots } = await this.find(manager, startable);
    // A trigger that is skipped once more gets a new row, so the old rows are deleted first.
    await this.skipped.forget(manager, evaluated);
    const accepted = await this.intake.acceptMany(requests, manager);
    const fired = await this.schedules.fire(manager, slots);
    return {
      evaluated: evaluated.length,
      announce: () => {
        this.intake.announce(accepted);
        fired.announce();
      },
    };
  }

  /** Finds the oldest trigger of each workflow that still starts an execution. Older triggers do not, and end here. */
  private async find(manager: EntityManager, startable: readonly SkippedStart[]): Promise<Found> {
    const found: Found = { evaluated: [], requests: [], slots: [] };
    for (const rows of groupBy(startable, ({ workflowId }) => workflowId).values()) {
      for (const row of rows) {
        found.evaluated.push(row);
        if (row.kind === 'schedule' || row.kind === 'sun') {
          const { scheduledAt } = row.payload as ScheduledRun;
          const slot = { ownerId: row.workflowId, scheduledAt: new Date(scheduledAt) };
          found.slots.push({ ...slot, firedAt: this.clock.now() });
          break;
        }
        const request = await this.requestOf(manager, row);
        if (!request) continue;
        found.requests.push(request);
        break;
      }
    }
    return found;
  }

  /** @returns null if the trigger has changed or does not fire any more */
  private async requestOf(
    manager: EntityManager,
    { workflowId, name, kind, payload, chainDepth }: SkippedStart,
  ): Promise<ExecutionRequest | null> {
    if (kind !== 'state_change' && kind !== 'event') return null;
    const listeners = await this.listeners.listening(manager, kind);
    const code = name === '' ? (payload as HeldChange).code : name;
    const listener = [...listeners.matching(code), ...listeners.holdingOf(code)].find(
      (one) => one.workflowId === workflowId,
    );
    const triggerData = listener && (await this.currentData(manager, listener, payload));
    if (!triggerData) return null;
    const { revision, mode } = listener;
    return { workflowId, revision, mode, trigger: kind, triggerData, chainDepth, skippedAs: name };
  }

  /**
   * Returns the trigger data with the current value of the point; null if the trigger does not fire for this value. An
   * event, and a change without a condition, are returned unchanged.
   */
  private async currentData(
    manager: EntityManager,
    listener: Listener,
    skipped: object,
  ): Promise<object | null> {
    const { kind, condition, hold, workflowId } = listener;
    if (condition === null && hold === null) return skipped;
    let payload = skipped;
    if (kind === 'state_change') {
      const { code, previous, crossed } = skipped as HeldChange;
      const current = await this.skipped.currentChange(manager, code);
      if (!current) return null;
      payload = { ...skipped, ...current, previous };
      if (hold) {
        const side = crossed ?? 'condition';
        // The row exists until the value has returned from the limit, or the condition has become false.
        const fired = await manager.findOneBy(TriggerHoldEntity, { workflowId, side, code });
        if (fired?.sinceAt !== null) return null;
        if (side === 'condition') return payload;
      }
    }
    const context = await this.conditions.contextFor(manager, [listener]);
    return this.conditions.isTrue(listener, { payload, occurredAt: this.clock.now() }, context)
      ? payload
      : null;
  }
}
