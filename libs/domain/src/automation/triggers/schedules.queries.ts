import { dialectSql, WorkflowEntity, WorkflowScheduleEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

export interface DueSchedule {
  workflowId: string;
  cron: string;
  timezone: string | null;
  nextFireAt: Date;
}

/** The time of the earliest slot; null if there is no schedule. */
export async function readNextSlot(manager: EntityManager): Promise<Date | null> {
  const row = await manager
    .createQueryBuilder(WorkflowScheduleEntity, 'schedule')
    .select('schedule.nextFireAt')
    .addSelect('schedule.workflowId')
    .where('schedule.nextFireAt IS NOT NULL')
    .orderBy('schedule.nextFireAt')
    .limit(1)
    .getOne();
  return row?.nextFireAt ?? null;
}

/**
 * Locks the schedules that are due at `now` until the transaction ends, earliest first. Skips rows that another worker
 * has locked.
 */
export function lockDueSchedules(manager: EntityManager, now: Date, limit: number): Promise<DueSchedule[]> {
  return dialectSql.query<DueSchedule>(
    manager,
    `SELECT workflow_id AS "workflowId", cron, timezone, next_fire_at AS "nextFireAt" FROM workflow_schedule
     WHERE next_fire_at <= ? ORDER BY next_fire_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    [now],
  );
}

/** Updates the slots of these schedules. The transaction must have locked the rows. */
export async function setNextSlots(
  manager: EntityManager,
  schedules: readonly (Omit<DueSchedule, 'nextFireAt'> & { nextMs: number | null })[],
): Promise<void> {
  const column = <T>(value: (schedule: (typeof schedules)[number]) => T): T[] => schedules.map(value);
  await dialectSql.upsert(
    manager,
    'workflow_schedule',
    ['workflow_id'],
    [
      { name: 'workflow_id', type: 'text', values: column(({ workflowId }) => workflowId) },
      { name: 'cron', type: 'text', values: column(({ cron }) => cron) },
      { name: 'timezone', type: 'text', values: column(({ timezone }) => timezone) },
      { name: 'next_fire_at', type: 'instant', values: column(({ nextMs }) => nextMs) },
    ],
  );
}

/** The revisions of the workflows that have an enabled schedule, by workflow id. */
export async function readRevisions(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await manager.find(WorkflowEntity, {
    select: { id: true, revision: true },
    where: { id: In([...workflowIds]), enabled: true, triggerType: 'schedule' },
  });
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

export function readSchedules(manager: EntityManager): Promise<WorkflowScheduleEntity[]> {
  return manager.find(WorkflowScheduleEntity);
}

export function readSchedule(
  manager: EntityManager,
  workflowId: string,
): Promise<WorkflowScheduleEntity | null> {
  return manager.findOneBy(WorkflowScheduleEntity, { workflowId });
}

/** Reads the workflow and locks it until the transaction ends. */
export function lockScheduled(manager: EntityManager, workflowId: string): Promise<WorkflowEntity | null> {
  return manager.findOne(WorkflowEntity, { where: { id: workflowId }, lock: { mode: 'pessimistic_write' } });
}

/** @returns false if there was no such row */
export async function removeSchedule(manager: EntityManager, workflowId: string): Promise<boolean> {
  const { affected } = await manager.delete(WorkflowScheduleEntity, { workflowId });
  return affected === 1;
}

/** Moves the slot unless another worker has fired or moved it. @returns false if another worker did so */
export async function moveSlot(
  manager: EntityManager,
  { workflowId, nextFireAt }: WorkflowScheduleEntity,
  to: Date | null,
): Promise<boolean> {
  if (!nextFireAt) return false;
  const { affected } = await manager.update(
    WorkflowScheduleEntity,
    { workflowId, nextFireAt },
    { nextFireAt: to },
  );
  return affected === 1;
}
