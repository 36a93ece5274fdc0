import { AreaEntity, AreaMeterEntity, MeterEntity, PlatformConfigurationEntity } from '@app/entities';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { Site } from './area-tree';

/** The areas in their order, each with its meters in theirs. */
export async function loadSite(manager: EntityManager): Promise<Site> {
  const areas = await manager.find(AreaEntity, { order: { sortOrder: 'ASC', id: 'ASC' } });
  const meters = await manager.findBy(MeterEntity, { removedAt: IsNull() });
  const links = await manager.find(AreaMeterEntity, { order: { areaId: 'ASC', sortOrder: 'ASC' } });
  const meterById = new Map(meters.map((meter) => [meter.id, meter]));
  const metersByArea = new Map<number, MeterEntity[]>();
  for (const { areaId, meterId } of links) {
    const meter = meterById.get(meterId);
    if (meter) metersByArea.set(areaId, [...(metersByArea.get(areaId) ?? []), meter]);
  }
  return { areas, metersByArea };
}

/**
 * Locks the platform's only row until the transaction ends, so that changes of the areas run one after the other.
 * @returns the highest area id given so far
 */
export async function lockSite(manager: EntityManager): Promise<number> {
  const { lastAreaId } = await manager.findOneOrFail(PlatformConfigurationEntity, {
    select: { id: true, lastAreaId: true },
    where: { id: 1 },
    lock: { mode: 'pessimistic_write' },
  });
  return lastAreaId;
}

export async function storeLastAreaId(manager: EntityManager, lastAreaId: number): Promise<void> {
  await manager.update(PlatformConfigurationEntity, 1, { lastAreaId });
}

export function findMetersByCode(
  manager: EntityManager,
  pointCodes: readonly string[],
): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, {
    where: { pointCode: In([...pointCodes]) },
    lock: { mode: 'pessimistic_write' },
  });
}

export async function removeAreasExcept(manager: EntityManager, ids: readonly number[]): Promise<void> {
  await manager.delete(AreaEntity, { id: Not(In([...ids])) });
}

/** Marks the meters that no area has any more; their readings go in the background. */
export async function markMetersWithoutArea(manager: EntityManager, removedAt: Date): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(MeterEntity)
    .set({ removedAt })
    .where('removed_at IS NULL AND id NOT IN (SELECT meter_id FROM area_meter)')
    .execute();
}

/** The meters that are read, in a stable order. */
export function findMeters(manager: EntityManager): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, { where: { removedAt: IsNull() }, order: { id: 'ASC' } });
}

/** A meter that is read. */
export function findMeter(manager: EntityManager, id: number): Promise<MeterEntity | null> {
  return manager.findOneBy(MeterEntity, { id, removedAt: IsNull() });
}

/** Meters with history to be fetched, or fetched again, in the background. */
export function findMetersToBackfill(manager: EntityManager, limit: number): Promise<MeterEntity[]> {
  return manager
    .createQueryBuilder(MeterEntity, 'meter')
    .where(
      'meter.removed_at IS NULL AND (meter.backfilled_to < meter.live_from OR meter.reread_from IS NOT NULL)',
    )
    .orderBy('meter.id')
    .limit(limit)
    .getMany();
}

/** Meters whose sums are to be computed anew. */
export function findMetersToRebuild(manager: EntityManager, limit: number): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, {
    where: { removedAt: IsNull(), rebuildRequestedAt: Not(IsNull()) },
    order: { id: 'ASC' },
    take: limit,
  });
}

/** Meters whose days were cut by another zone than `zone`. */
export function findMetersWithOtherDays(
  manager: EntityManager,
  zone: string,
  limit: number,
): Promise<MeterEntity[]> {
  return manager
    .createQueryBuilder(MeterEntity, 'meter')
    .where('meter.removed_at IS NULL AND (meter.days_zone IS NULL OR meter.days_zone <> :zone)', { zone })
    .orderBy('meter.id')
    .limit(limit)
    .getMany();
}

/** Meters that no area has any more. */
export function findMetersToRemove(manager: EntityManager, limit: number): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, {
    where: { removedAt: Not(IsNull()) },
    order: { id: 'ASC' },
    take: limit,
  });
}
