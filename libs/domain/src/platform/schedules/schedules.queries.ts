import { dialectSql, ScheduleEntity, type ScheduleOwnerKind } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

type Owner = Pick<ScheduleEntity, 'ownerKind' | 'ownerId'>;

/** The row of a schedule that is due. */
export interface DueSchedule extends Omit<ScheduleEntity, 'nextFireAt'> {
  nextFireAt: Date;
}

/** The time of the earliest slot of these kinds; null if there is none. */
export async function findNextSlot(
  manager: EntityManager,
  kinds: readonly ScheduleOwnerKind[],
): Promise<Date | null> {
  const row = await manager
    .createQueryBuilder(ScheduleEntity, 'schedule')
    .where('schedule.ownerKind IN (:...kinds)', { kinds })
    .andWhere('schedule.nextFireAt IS NOT NULL')
    .orderBy('schedule.nextFireAt')
    .limit(1)
    .getOne();
  return row?.nextFireAt ?? null;
}

/**
 * Locks the schedules that are due at `now` until the transaction ends, earliest first. Skips rows that another worker
 * has locked.
 */
export function lockDueSchedules(
  manager: EntityManager,
  kind: ScheduleOwnerKind,
  now: Date,
  limit: number,
): Promise<DueSchedule[]> {
  return dialectSql.query<DueSchedule>(
    manager,
    `SELECT owner_kind AS "ownerKind", owner_id AS "ownerId", cron, timezone, next_fire_at AS "nextFireAt"
     FROM schedule WHERE owner_kind = ? AND next_fire_at <= ?
     ORDER BY next_fire_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    [kind, now],
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
    'schedule',
    ['owner_kind', 'owner_id'],
    [
      { name: 'owner_kind', type: 'text', values: column(({ ownerKind }) => ownerKind) },
      { name: 'owner_id', type: 'text', values: column(({ ownerId }) => ownerId) },
      { name: 'cron', type: 'text', values: column(({ cron }) => cron) },
      { name: 'timezone', type: 'text', values: column(({ timezone }) => timezone) },
      { name: 'next_fire_at', type: 'instant', values: column(({ nextMs }) => nextMs) },
    ],
  );
}

export function findSchedules(
  manager: EntityManager,
  ownerKind: ScheduleOwnerKind,
): Promise<ScheduleEntity[]> {
  return manager.findBy(ScheduleEntity, { ownerKind });
}

export function findSchedule(
  manager: EntityManager,
  { ownerKind, ownerId }: Owner,
): Promise<ScheduleEntity | null> {
  return manager.findOneBy(ScheduleEntity, { ownerKind, ownerId });
}

/** Reads the row of a schedule and locks it until the transaction ends. */
export function lockSchedule(
  manager: EntityManager,
  { ownerKind, ownerId }: Owner,
): Promise<ScheduleEntity | null> {
  return manager.findOne(ScheduleEntity, {
    where: { ownerKind, ownerId },
    lock: { mode: 'pessimistic_write' },
  });
}

/** The next slots of these records, by the records' ids. */
export async function findNextSlots(
  manager: EntityManager,
  ownerKind: ScheduleOwnerKind,
  ownerIds: readonly string[],
): Promise<Map<string, Date>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await manager.findBy(ScheduleEntity, { ownerKind, ownerId: In([...ownerIds]) });
  return new Map(rows.flatMap(({ ownerId, nextFireAt }) => (nextFireAt ? [[ownerId, nextFireAt]] : [])));
}

export async function removeSchedule(manager: EntityManager, { ownerKind, ownerId }: Owner): Promise<void> {
  await manager.delete(ScheduleEntity, { ownerKind, ownerId });
}

/** Moves the slot unless another worker has fired or moved it. @returns false if another worker did so */
export async function moveSlot(
  manager: EntityManager,
  { ownerKind, ownerId, nextFireAt }: ScheduleEntity,
  to: Date | null,
): Promise<boolean> {
  if (!nextFireAt) return false;
  const { affected } = await manager.update(
    ScheduleEntity,
    { ownerKind, ownerId, nextFireAt },
    { nextFireAt: to },
  );
  return affected === 1;
}
