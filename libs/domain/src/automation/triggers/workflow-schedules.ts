import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type FiredSlot,
  type FiredWork,
  type OwnedSchedule,
  type Schedule,
  ScheduleSource,
} from '../../platform/schedules/schedule-source';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { ExecutionRequest } from '../executions/intake/execution-request';
import { scheduleOf } from '../workflows/workflow-schedule';
import { WorkflowsService } from '../workflows/workflows.service';
import { lockScheduled, readRevisions } from './workflow-schedules.queries';

/** The trigger data of a scheduled execution. Times are ISO 8601 UTC. */
export interface ScheduledRun {
  /** The planned time. */
  scheduledAt: string;
  /** The time at which a worker fired the slot. */
  firedAt: string;
}

/** The schedules of workflows. A slot accepts an execution of the workflow. */
@Injectable()
export class WorkflowSchedules extends ScheduleSource {
  readonly kind = 'workflow';

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly intake: ExecutionIntakeService,
  ) {
    super();
  }

  async wanted(): Promise<OwnedSchedule[]> {
    const workflows = await this.workflows.listening('schedule');
    return workflows.map(({ id, triggerConfig: { cron, timezone = null } }) => ({
      ownerId: id,
      cron,
      timezone,
    }));
  }

  async lock(manager: EntityManager, ownerId: string): Promise<Schedule | null> {
    const workflow = await lockScheduled(manager, ownerId);
    return workflow && scheduleOf(workflow);
  }

  async fire(manager: EntityManager, slots: readonly FiredSlot[]): Promise<FiredWork> {
    const revisions = await readRevisions(
      manager,
      slots.map(({ ownerId }) => ownerId),
    );
    const requests = slots.flatMap((slot) => {
      const revision = revisions.get(slot.ownerId);
      return revision === undefined ? [] : [requestOf(slot, revision)];
    });
    const accepted = await this.intake.acceptMany(requests, manager);
    return { count: accepted.length, announce: () => this.intake.announce(accepted) };
  }
}

function requestOf({ ownerId, scheduledAt, firedAt }: FiredSlot, revision: number): ExecutionRequest {
  const triggerData: ScheduledRun = {
    scheduledAt: scheduledAt.toISOString(),
    firedAt: firedAt.toISOString(),
  };
  return { workflowId: ownerId, revision, trigger: 'schedule', triggerData };
}
