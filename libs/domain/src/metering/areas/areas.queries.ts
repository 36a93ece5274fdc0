import {
  AreaEntity,
  AreaMeterEntity,
  dialectSql,
  MeterEntity,
  PlatformConfigurationEntity,
} from '@app/entities';
import { type EntityManager, In, Not } from 'typeorm';
import type { Site } from './area-tree';

/** The areas and their meters, both in their display order. */
export async function loadSite(manager: EntityManager): Promise<Site> {
  const areas = await manager.find(AreaEntity, { order: { sortOrder: 'ASC', id: 'ASC' } });
  // One statement reads the meters together with their areas, because every energy query loads the site, and each
  // statement costs a round trip.
  const { entities, raw } = await manager
    .createQueryBuilder(MeterEntity, 'meter')
    .innerJoin(AreaMeterEntity, 'link', 'link.meterId = meter.id')
    .addSelect('link.areaId', 'area_id')
    .where('meter.removedAt IS NULL')
    .orderBy('link.areaId')
    .addOrderBy('link.sortOrder')
    .getRawAndEntities<{ meter_id: number; area_id: number }>();
  const meterById = new Map(entities.map((meter) => [meter.id, meter]));
  const metersByArea = new Map<number, MeterEntity[]>();
  for (const { meter_id: meterId, area_id: areaId } of raw) {
    const meter = meterById.get(meterId);
    if (!meter) continue;
    const ofArea = metersByArea.get(areaId);
    if (ofArea) ofArea.push(meter);
    else metersByArea.set(areaId, [meter]);
  }
  return { areas, metersByArea };
}

/**
 * Locks the platform's only row until the transaction ends. This serializes changes of the areas.
 * @returns the highest area id assigned so far
 */
export async function lockSite(manager: EntityManager): Promise<number> {
  const { lastAreaId } = await manager.findOneOrFail(PlatformConfigurationEntity, {
    select: { id: true, lastAreaId: true },
    where: { id: 1 },
    lock: { mode: 'pessimistic_write' },
  });
  return lastAreaId;
}

/** Returns true if the area exists, and prevents its deletion until the transaction ends. */
export async function shareArea(manager: EntityManager, id: number): Promise<boolean> {
  const sql = `SELECT id FROM area WHERE id = ? ${dialectSql.forShare}`;
  return (await dialectSql.query(manager, sql, [id])).length > 0;
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

/** Marks meters without an area as removed. Their readings are deleted in the background. */
export async function markMetersWithoutArea(manager: EntityManager, removedAt: Date): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(MeterEntity)
    .set({ removedAt })
    .where('removed_at IS NULL AND id NOT IN (SELECT meter_id FROM area_meter)')
    .execute();
}

/** The area of each point that a meter reads. Points without an area are left out. */
export async function findAreasOfPoints(
  manager: EntityManager,
  codes: readonly string[],
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await dialectSql.query<{ code: string; area_id: number | string }>(
    manager,
    `SELECT meter.point_code AS code, MIN(area_meter.area_id) AS area_id
     FROM meter JOIN area_meter ON area_meter.meter_id = meter.id
     WHERE ${dialectSql.isOneOf('meter.point_code')} GROUP BY meter.point_code`,
    [codes],
  );
  return new Map(rows.map(({ code, area_id: areaId }) => [code, Number(areaId)]));
}
