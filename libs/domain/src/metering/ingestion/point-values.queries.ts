import { type PointValue, QUALITIES } from '@app/contracts';
import { dialectSql, PointValueEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** The last value of every point. */
export async function readPointValues(manager: EntityManager): Promise<PointValue[]> {
  const rows = await manager.find(PointValueEntity);
  return rows.map(({ code, value, quality, measuredAt }) => ({
    code,
    value,
    quality: QUALITIES[quality] ?? 'bad',
    timestamp: measuredAt.toISOString(),
  }));
}

export async function storePointValues(manager: EntityManager, values: readonly PointValue[]): Promise<void> {
  await dialectSql.upsert(
    manager,
    'point_value',
    ['code'],
    [
      { name: 'code', type: 'text', values: values.map(({ code }) => code) },
      { name: 'value', type: 'text', values: values.map(({ value }) => JSON.stringify(value ?? null)) },
      { name: 'quality', type: 'smallint', values: values.map(({ quality }) => QUALITIES.indexOf(quality)) },
      { name: 'measured_at', type: 'instant', values: values.map(({ timestamp }) => Date.parse(timestamp)) },
    ],
  );
}
