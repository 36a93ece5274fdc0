import { dialectSql, PriceSeriesEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import { DAY_MS, type DayPrices, floorDay, type PriceLine, pricesWith } from './price-days';

/** Inserts a series, or updates it if it has an id. */
export function saveSeries(
  manager: EntityManager,
  series: Omit<PriceSeriesEntity, 'id'> & Partial<Pick<PriceSeriesEntity, 'id'>>,
): Promise<PriceSeriesEntity> {
  return manager.save(manager.create(PriceSeriesEntity, series));
}

export function allSeries(manager: EntityManager): Promise<PriceSeriesEntity[]> {
  return manager.find(PriceSeriesEntity, { order: { id: 'ASC' } });
}

export function findSeries(manager: EntityManager, id: number): Promise<PriceSeriesEntity | null> {
  return manager.findOneBy(PriceSeriesEntity, { id });
}

/** Deletes a series with its prices. */
export async function deleteSeries(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(PriceSeriesEntity, { id });
}

/** The prices of the UTC days that begin in the range, by the starts of the days. */
export async function priceDays(
  manager: EntityManager,
  seriesId: number,
  { startMs, endMs }: Bucket,
): Promise<Map<number, DayPrices>> {
  const rows = await dialectSql.query<{ day_ms: number; prices: string }>(
    manager,
    `SELECT ${dialectSql.instantMs('day')} AS day_ms, prices FROM price_day
     WHERE series_id = ? AND day >= ? AND day < ? ORDER BY day`,
    [seriesId, new Date(startMs), new Date(endMs)],
  );
  return new Map(rows.map(({ day_ms, prices }) => [day_ms, JSON.parse(prices) as DayPrices]));
}

/** Replaces the prices of days. */
async function savePriceDays(
  manager: EntityManager,
  seriesId: number,
  days: ReadonlyMap<number, DayPrices>,
): Promise<void> {
  await dialectSql.upsert(
    manager,
    'price_day',
    ['series_id', 'day'],
    [
      { name: 'series_id', type: 'int', values: seriesId },
      { name: 'day', type: 'instant', values: [...days.keys()] },
      { name: 'prices', type: 'text', values: Array.from(days.values(), (prices) => JSON.stringify(prices)) },
    ],
  );
}

/** Writes prices over those of the same times. The series must be locked. @param lines in order */
export async function storePrices(
  manager: EntityManager,
  id: number,
  lines: readonly PriceLine[],
): Promise<void> {
  const [firstMs, lastMs] = [lines[0]?.atMs ?? 0, lines.at(-1)?.atMs ?? 0];
  const stored = await priceDays(manager, id, {
    startMs: floorDay(firstMs),
    endMs: floorDay(lastMs) + 2 * DAY_MS,
  });
  await savePriceDays(manager, id, pricesWith(lines, stored));
}
