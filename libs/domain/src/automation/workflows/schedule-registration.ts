import { type WorkflowEntity, WorkflowScheduleEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { nextFireMs } from '../../platform/schedules/cron-schedule';
import type { TriggerConfigs } from './trigger-schemas';
import { findSchedule } from './workflows.queries';

/**
 * Updates the schedule row of a workflow. The row exists exactly while the workflow is enabled and has a schedule. An
 * unchanged schedule keeps its next slot.
 * @param manager the transaction that changes the workflow and has locked it
 */
export async function registerSchedule(
  manager: EntityManager,
  { id: workflowId, enabled, triggerType, triggerConfig }: WorkflowEntity,
  { platformZone, nowMs }: { platformZone: string; nowMs: number },
): Promise<void> {
  if (!enabled || triggerType !== 'schedule') {
    await manager.delete(WorkflowScheduleEntity, { workflowId });
    return;
  }
  const { cron, timezone = null } = triggerConfig as TriggerConfigs['schedule'];
  const present = await findSchedule(manager, workflowId);
  if (present?.cron === cron && present.timezone === timezone) return;
  const nextMs = nextFireMs(cron, timezone ?? platformZone, nowMs);
  const nextFireAt = nextMs === null ? null : new Date(nextMs);
  await manager.save(WorkflowScheduleEntity, { workflowId, cron, timezone, nextFireAt });
}
