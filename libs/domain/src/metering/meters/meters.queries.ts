import { MeterEntity, PROVIDER_PREFIX, TEMPERATURE } from '@app/entities';
import { type EntityManager, IsNull, Not } from 'typeorm';

/** The active meters, always in the same order. */
export function findMeters(manager: EntityManager): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, { where: { removedAt: IsNull() }, order: { id: 'ASC' } });
}

/** An active meter. */
export function findMeter(manager: EntityManager, id: number): Promise<MeterEntity | null> {
  return manager.findOneBy(MeterEntity, { id, removedAt: IsNull() });
}

export function findMeterByCode(manager: EntityManager, pointCode: string): Promise<MeterEntity | null> {
  return manager.findOneBy(MeterEntity, { pointCode, removedAt: IsNull() });
}

/** Meters whose history must be fetched from the gateway, or fetched again, in the background. */
export function findMetersToBackfill(manager: EntityManager, limit: number): Promise<MeterEntity[]> {
  return manager
    .createQueryBuilder(MeterEntity, 'meter')
    .where(
      'meter.removed_at IS NULL AND (meter.backfilled_to < meter.live_from OR meter.reread_from IS NOT NULL)',
    )
    .andWhere('NOT (meter.energy_type = :type AND meter.point_code LIKE :code)', {
      type: TEMPERATURE,
      code: `${PROVIDER_PREFIX}%`,
    })
    .orderBy('meter.id')
    .limit(limit)
    .getMany();
}

/** Meters whose sums must be recomputed. */
export function findMetersToRebuild(manager: EntityManager, limit: number): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, {
    where: { removedAt: IsNull(), rebuildRequestedAt: Not(IsNull()) },
    order: { id: 'ASC' },
    take: limit,
  });
}

/** Meters whose days were computed in a zone other than `zone`. */
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

/** Meters without an area. */
export function findMetersToRemove(manager: EntityManager, limit: number): Promise<MeterEntity[]> {
  return manager.find(MeterEntity, {
    where: { removedAt: Not(IsNull()) },
    order: { id: 'ASC' },
    take: limit,
  });
}
