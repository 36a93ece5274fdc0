import type { WorkRow } from '@app/entities';
import {
  type EntityManager,
  type EntityTarget,
  type FindManyOptions,
  type FindOptionsWhere,
  LessThanOrEqual,
} from 'typeorm';

/** The fields that an update of the work stores. */
export type WorkChanges<Row extends WorkRow> = Partial<Row>;

// The cast is needed because TypeORM types a condition by the fields of its entity. For a generic row, the fields are
// unknown.
const where = <Row extends WorkRow>(condition: Partial<Record<keyof WorkRow, unknown>>) =>
  condition as FindOptionsWhere<Row>;
type Update = Parameters<EntityManager['update']>[2];

/** Read the work and lock it until the transaction ends. */
export function lockWork<Row extends WorkRow>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  id: string,
): Promise<Row | null> {
  return manager.findOne(entity, { where: where<Row>({ id }), lock: { mode: 'pessimistic_write' } });
}

export async function updateWork<Row extends WorkRow>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  id: string,
  changes: WorkChanges<Row>,
): Promise<void> {
  await manager.update(entity, where<Row>({ id }), changes as Update);
}

/** Updates the work if the claim is still valid. @returns false if the claim is not valid */
export async function updateClaimedWork<Row extends WorkRow>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  { id, claim }: { id: string; claim: string },
  changes: WorkChanges<Row>,
): Promise<boolean> {
  const { affected } = await manager.update(entity, where<Row>({ id, claim }), changes as Update);
  return (affected ?? 0) > 0;
}

/** The work that is due, the longest overdue first. */
export function findDueWork<Row extends WorkRow>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  now: Date,
  limit: number,
): Promise<Pick<Row, 'id' | 'attempts'>[]> {
  return manager.find(entity, {
    select: { id: true, attempts: true },
    where: where<Row>({ dueAt: LessThanOrEqual(now) }),
    order: { dueAt: 'ASC', id: 'ASC' },
    take: limit,
  } as FindManyOptions<Row>);
}
