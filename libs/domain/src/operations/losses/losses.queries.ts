import { LOSS_STATUSES, LossEntity, type LossStatus, PagedList, PointEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In, Not } from 'typeorm';

export type Loss = Pick<LossEntity, keyof LossEntity>;

export interface LossFilter extends PageRequest {
  areaId?: number;
  status?: LossStatus;
}

const LOSSES = new PagedList(LossEntity, {
  columns: [
    'id',
    'rule',
    'areaId',
    'objectId',
    'pointCode',
    'energyType',
    'since',
    'lastSeenAt',
    'kwhPerMonth',
    'costPerMonth',
    'currency',
    'costOrder',
    'status',
    'dismissal',
    'evidence',
  ],
  order: ['costOrder', 'kwhPerMonth', 'id'],
  direction: 'DESC',
});

/** The matching losses, the most expensive first. Losses whose cost is not known follow, ordered by their energy. */
export function findLosses(
  manager: EntityManager,
  { page, after, limit, areaId, status }: LossFilter,
): Promise<Page<Loss>> {
  const isFiltered = areaId !== undefined || status !== undefined;
  const equals = { areaId, status: status ?? LOSS_STATUSES };
  return LOSSES.read(manager, { page, after, limit }, isFiltered ? { equals } : {});
}

/** Reads the loss and locks it until the transaction ends. */
export function lockLoss(manager: EntityManager, id: number): Promise<LossEntity | null> {
  return manager.findOne(LossEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Reads the losses of an area that are not gone, and locks them until the transaction ends. */
export function lockCurrentLosses(manager: EntityManager, areaId: number): Promise<LossEntity[]> {
  return manager.find(LossEntity, {
    where: { areaId, status: Not('gone') },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** The ids of the areas with losses that are not gone. */
export async function areasWithCurrentLosses(manager: EntityManager): Promise<number[]> {
  const rows = await manager
    .createQueryBuilder(LossEntity, 'loss')
    .select('loss.areaId', 'areaId')
    .distinct()
    .where('loss.status IN (:...statuses)', { statuses: ['open', 'dismissed'] })
    .getRawMany<{ areaId: number }>();
  return rows.map(({ areaId }) => areaId);
}

/** Inserts losses without an id, and updates the others. */
export function saveLosses(manager: EntityManager, losses: readonly LossEntity[]): Promise<LossEntity[]> {
  return manager.save(LossEntity, [...losses]);
}

/** The object of each point. Points without an object are left out. */
export async function findObjectsOfPoints(
  manager: EntityManager,
  codes: readonly string[],
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const points = await manager.find(PointEntity, {
    select: { id: true, code: true, objectId: true },
    where: { code: In(codes) },
  });
  return new Map(points.map(({ code, objectId }) => [code, objectId]));
}

/** The ids of these losses that are open. */
export async function findOpenLosses(manager: EntityManager, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const losses = await manager.find(LossEntity, {
    select: { id: true },
    where: { id: In(ids), status: 'open' },
  });
  return losses.map(({ id }) => id);
}
