import {
  AreaEntity,
  AreaMeterEntity,
  dialectSql,
  type FormulaPart,
  FormulaPartEntity,
  MeterEntity,
  PlatformConfigurationEntity,
  TEMPERATURE,
} from '@app/entities';
import { groupBy } from '@app/kernel';
import { type EntityManager, In, Not } from 'typeorm';
import type { Site } from './area-tree';
import { type EnergySiteText, RECORD } from './energy-site';
import { composeFormulas } from './formula-states';

/** The areas and their meters, both in their display order. */
export async function loadSite(manager: EntityManager): Promise<Site> {
  const areas = await manager.find(AreaEntity, { order: { sortOrder: 'ASC', id: 'ASC' } });
  const { entities, raw } = await manager
    .createQueryBuilder(MeterEntity, 'meter')
    .innerJoin(AreaMeterEntity, 'link', 'link.meterId = meter.id')
    .addSelect('link.areaId', 'area_id')
    .where('meter.removedAt IS NULL')
    .orderBy('link.areaId')
    .addOrderBy('link.sortOrder')
    .getRawAndEntities<{ meter_id: number; area_id: number }>();
  const meterById = new Map(entities.map((meter) => [meter.id, meter]));
  await addFormulas(manager, meterById);
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

/** Adds the parts of formulas to the meters of a site, and the state that follows from them. */
async function addFormulas(
  manager: EntityManager,
  meterById: ReadonlyMap<number, MeterEntity>,
): Promise<void> {
  const parts = await manager.find(FormulaPartEntity, { order: { meterId: 'ASC', sortOrder: 'ASC' } });
  for (const [meterId, ofMeter] of groupBy(parts, (part) => part.meterId)) {
    const meter = meterById.get(meterId);
    if (!meter) continue;
    meter.formula = ofMeter.map(({ partId, factor }) => ({
      partId,
      pointCode: meterById.get(partId)?.pointCode ?? '',
      factor,
    }));
  }
  composeFormulas([...meterById.values()]);
}

const AREA_TEXT = dialectSql.joined({
  text: dialectSql.csv.line(['id', 'parent_id']),
  separator: RECORD,
  order: 'sort_order, id',
});
const METER_TEXT = dialectSql.joined({
  text: dialectSql.csv.line([
    'link.area_id',
    'meter.id',
    'meter.energy_type',
    'meter.kind',
    'meter.days_zone',
  ]),
  separator: RECORD,
  order: 'link.area_id, link.sort_order, meter.id',
});

/** Reads the fields on which energy figures depend. The areas and their meters are in their display order. */
export async function readEnergySite(manager: EntityManager): Promise<EnergySiteText> {
  const [row] = await dialectSql.query<{ areas: string | null; meters: string | null }>(
    manager,
    `SELECT (SELECT ${AREA_TEXT} FROM area) AS areas,
       (SELECT ${METER_TEXT} FROM area_meter AS link JOIN meter ON meter.id = link.meter_id
        WHERE meter.removed_at IS NULL) AS meters`,
  );
  return { areas: row?.areas ?? '', meters: row?.meters ?? '' };
}

/**
 * Locks the only row of the platform's configuration until the transaction ends. This serializes changes of the areas.
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

/**
 * Marks meters without an area as removed, except that of the outdoor temperature. Their readings are deleted in the
 * background.
 */
export async function markMetersWithoutArea(manager: EntityManager, removedAt: Date): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(MeterEntity)
    .set({ removedAt })
    .where('removed_at IS NULL AND id NOT IN (SELECT meter_id FROM area_meter)')
    .andWhere('energy_type <> :temperature', { temperature: TEMPERATURE })
    .execute();
}

/**
 * Replaces the parts of formulas. The foreign key locks the parts: it waits for transactions that are storing readings
 * of a part and cannot know the new formula yet. The sums must be computed after this transaction.
 */
export async function replaceParts(
  manager: EntityManager,
  formulas: readonly { meterId: number; parts: readonly Pick<FormulaPart, 'partId' | 'factor'>[] }[],
): Promise<void> {
  if (formulas.length === 0) return;
  await manager.delete(FormulaPartEntity, { meterId: In(formulas.map(({ meterId }) => meterId)) });
  const rows = formulas.flatMap(({ meterId, parts }) =>
    parts.map(({ partId, factor }, sortOrder) => ({ meterId, partId, factor, sortOrder })),
  );
  await dialectSql.insert(manager, 'formula_part', [
    { name: 'meter_id', type: 'int', values: rows.map(({ meterId }) => meterId) },
    { name: 'part_id', type: 'int', values: rows.map(({ partId }) => partId) },
    { name: 'factor', type: 'double', values: rows.map(({ factor }) => factor) },
    { name: 'sort_order', type: 'int', values: rows.map(({ sortOrder }) => sortOrder) },
  ]);
}

/** Deletes the parts of removed formulas, so that their parts can be removed too. */
export async function deletePartsOfRemoved(manager: EntityManager): Promise<void> {
  await dialectSql.query(
    manager,
    'DELETE FROM formula_part WHERE meter_id IN (SELECT id FROM meter WHERE removed_at IS NOT NULL)',
  );
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
