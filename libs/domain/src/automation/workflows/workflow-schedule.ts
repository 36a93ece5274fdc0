import type { SiteConfiguration, WorkflowEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import {
  registerSchedule,
  type ScheduleOwner,
  unregisterSchedule,
} from '../../platform/schedules/schedule-registration';
import type { Schedule } from '../../platform/schedules/schedule-source';
import { sunRule } from '../../platform/schedules/slot-rule';
import type { TriggerConfigs } from './trigger-schemas';

/** The types of triggers that have a schedule row. */
export const SCHEDULED_TRIGGERS = ['schedule', 'sun'] as const;

/**
 * The schedule of a workflow. Null if the workflow is disabled or has no scheduled trigger, or if a `sun` trigger needs
 * the position of the site and the position is unknown.
 */
export function scheduleOf(
  { enabled, triggerType, triggerConfig }: Pick<WorkflowEntity, 'enabled' | 'triggerType' | 'triggerConfig'>,
  { latitude, longitude }: SiteConfiguration,
): Schedule | null {
  if (!enabled) return null;
  if (triggerType === 'schedule') {
    const { cron, timezone = null } = triggerConfig as TriggerConfigs['schedule'];
    return { cron, timezone };
  }
  if (triggerType !== 'sun' || latitude === null || longitude === null) return null;
  const { event, offsetMinutes = 0 } = triggerConfig as TriggerConfigs['sun'];
  // The time of sunrise or sunset does not depend on a time zone.
  return { cron: sunRule({ event, offsetMinutes, latitude, longitude }), timezone: 'UTC' };
}

/** Updates the schedule row of a workflow in the transaction that changes the workflow. */
export async function registerWorkflow(
  manager: EntityManager,
  workflow: WorkflowEntity,
  { site, ...at }: { platformZone: string; site: SiteConfiguration; nowMs: number },
): Promise<void> {
  await registerSchedule(manager, ownerOf(workflow), scheduleOf(workflow, site), at);
}

/** Deletes the schedule row of a workflow that is deleted. */
export async function unregisterWorkflow(manager: EntityManager, workflow: WorkflowEntity): Promise<void> {
  await unregisterSchedule(manager, ownerOf(workflow));
}

function ownerOf({ id }: WorkflowEntity): ScheduleOwner {
  return { ownerKind: 'workflow', ownerId: id };
}
