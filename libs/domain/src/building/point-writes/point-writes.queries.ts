import { PagedList, PointWriteEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In, LessThan } from 'typeorm';

export interface PointWriteQuery extends PageRequest {
  code?: string;
  executionId?: string;
  /** The half-open range [from, to). */
  from?: Date;
  to?: Date;
}

const WRITES = new PagedList(PointWriteEntity, {
  columns: [
    'id',
    'at',
    'finishedAt',
    'kind',
    'code',
    'value',
    'previousValue',
    'reason',
    'status',
    'confirmed',
    'readValue',
    'fault',
    'userId',
    'username',
    'executionId',
    'workflowId',
  ],
  order: ['at', 'id'],
  direction: 'DESC',
});

/** The matching writes, newest first. */
export function findPointWrites(
  manager: EntityManager,
  { code, executionId, from, to, ...page }: PointWriteQuery,
): Promise<Page<PointWriteEntity>> {
  return WRITES.read(manager, page, { equals: { code, executionId }, from, to });
}

/** The statuses of writes that may have changed the point. */
const MAY_HAVE_WRITTEN = ['written', 'unknown', 'pending'] as const;

/** The time of the last write that may have changed the point; null if none is recorded. */
export async function findLastWrittenAt(manager: EntityManager, code: string): Promise<Date | null> {
  const [last] = await manager.find(PointWriteEntity, {
    select: { id: true, at: true },
    where: { code, status: In(MAY_HAVE_WRITTEN) },
    order: { at: 'DESC', id: 'DESC' },
    take: 1,
  });
  return last?.at ?? null;
}

export function findPointWrite(manager: EntityManager, id: string): Promise<PointWriteEntity | null> {
  return manager.findOneBy(PointWriteEntity, { id });
}

/** Read the write and lock it until the transaction ends. */
export function lockPointWrite(manager: EntityManager, id: string): Promise<PointWriteEntity | null> {
  return manager.findOne(PointWriteEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

export async function insertPointWrite(manager: EntityManager, write: PointWriteEntity): Promise<void> {
  await manager.insert(PointWriteEntity, write);
}

export async function updatePointWrite(
  manager: EntityManager,
  { id, ...write }: PointWriteEntity,
): Promise<void> {
  await manager.update(PointWriteEntity, { id }, write);
}

/**
 * Inserts records in one statement.
 * @param mayExist true if an earlier statement, whose outcome is unknown, may have inserted some of them
 */
export async function insertPointWrites(
  manager: EntityManager,
  writes: readonly PointWriteEntity[],
  mayExist: boolean,
): Promise<void> {
  const insert = manager
    .createQueryBuilder()
    .insert()
    .into(PointWriteEntity)
    .values([...writes]);
  await (mayExist ? insert.orIgnore() : insert).updateEntity(false).execute();
}

/** Updates the record if its write is still pending. */
export async function finishPendingWrite(
  manager: EntityManager,
  { id, ...write }: PointWriteEntity,
): Promise<void> {
  await manager.update(PointWriteEntity, { id, status: 'pending' }, write);
}

/** The oldest pending writes that began before the given time. */
export function findPendingWrites(
  manager: EntityManager,
  before: Date,
  limit: number,
): Promise<PointWriteEntity[]> {
  return manager.find(PointWriteEntity, {
    where: { status: 'pending', at: LessThan(before) },
    order: { at: 'ASC' },
    take: limit,
  });
}

/**
 * Deletes the oldest writes that began before the given time.
 * @returns the number of deleted writes, at most `limit`
 */
export async function deletePointWritesBefore(
  manager: EntityManager,
  before: Date,
  limit: number,
): Promise<number> {
  const old = await manager.find(PointWriteEntity, {
    select: { id: true },
    where: { at: LessThan(before) },
    order: { at: 'ASC', id: 'ASC' },
    take: limit,
  });
  if (old.length > 0) await manager.delete(PointWriteEntity, { id: In(old.map(({ id }) => id)) });
  return old.length;
}
