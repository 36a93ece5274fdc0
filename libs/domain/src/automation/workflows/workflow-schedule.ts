import type { WorkflowEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import {
  registerSchedule,
  type ScheduleOwner,
  unregisterSchedule,
} from '../../platform/schedules/schedule-registration';
import type { Schedule } from '../../platform/schedules/schedule-source';
import type { TriggerConfigs } from './trigger-schemas';

/** The schedule of a workflow; null if it is disabled or has another trigger. */
export function scheduleOf({ enabled, triggerType, triggerConfig }: WorkflowEntity): Schedule | null {
  if (!enabled || triggerType !== 'schedule') return null;
  const { cron, timezone = null } = triggerConfig as TriggerConfigs['schedule'];
  return { cron, timezone };
}

/** Updates the schedule row of a workflow in the transaction that changes it. */
export async function registerWorkflow(
  manager: EntityManager,
  workflow: WorkflowEntity,
  at: { platformZone: string; nowMs: number },
): Promise<void> {
  await registerSchedule(manager, ownerOf(workflow), scheduleOf(workflow), at);
}

/** Deletes the schedule row of a workflow that is deleted. */
export async function unregisterWorkflow(manager: EntityManager, workflow: WorkflowEntity): Promise<void> {
  await unregisterSchedule(manager, ownerOf(workflow));
}

function ownerOf({ id }: WorkflowEntity): ScheduleOwner {
  return { ownerKind: 'workflow', ownerId: id };
}
