import { type BulkColumn, dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { MeterReading } from './meter-arithmetic';

const COLUMNS = `${dialectSql.instantMs('at')} AS at_ms, value, quality`;
const USABLE = 'value IS NOT NULL AND quality < 2';

interface Row {
  at_ms: number;
  value: number | null;
  quality: number;
}

const toReading = (row: Row): MeterReading => ({ atMs: row.at_ms, value: row.value, quality: row.quality });

/** The readings of a meter with stamps in [fromMs, toMs), in order. */
export async function readingsBetween(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  toMs: number,
): Promise<MeterReading[]> {
  if (fromMs >= toMs) return [];
  const rows = await dialectSql.query<Row>(
    manager,
    `SELECT ${COLUMNS} FROM reading WHERE meter_id = ? AND at >= ? AND at < ? ORDER BY at`,
    [meterId, new Date(fromMs), new Date(toMs)],
  );
  return rows.map(toReading);
}

/** The readings of a meter with stamps in [startMs, endMs) but not in [fromMs, toMs), in order. */
export async function readingsAround(
  manager: EntityManager,
  meterId: number,
  { startMs, fromMs, toMs, endMs }: { startMs: number; fromMs: number; toMs: number; endMs: number },
): Promise<MeterReading[]> {
  const rows = await dialectSql.query<Row>(
    manager,
    `SELECT ${COLUMNS} FROM reading
     WHERE meter_id = ? AND (at >= ? AND at < ? OR at >= ? AND at < ?) ORDER BY at`,
    [meterId, new Date(startMs), new Date(fromMs), new Date(toMs), new Date(endMs)],
  );
  return rows.map(toReading);
}

/** The newest usable reading before an instant, if any. */
export async function usableBefore(
  manager: EntityManager,
  meterId: number,
  beforeMs: number,
): Promise<MeterReading | undefined> {
  const [row] = await dialectSql.query<Row>(
    manager,
    `SELECT ${COLUMNS} FROM reading WHERE meter_id = ? AND at < ? AND ${USABLE} ORDER BY at DESC LIMIT 1`,
    [meterId, new Date(beforeMs)],
  );
  return row && toReading(row);
}

/** The oldest usable reading at or after an instant, if any. */
export async function usableFrom(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
): Promise<MeterReading | undefined> {
  const [row] = await dialectSql.query<Row>(
    manager,
    `SELECT ${COLUMNS} FROM reading WHERE meter_id = ? AND at >= ? AND ${USABLE} ORDER BY at LIMIT 1`,
    [meterId, new Date(fromMs)],
  );
  return row && toReading(row);
}

/** The stamps of the oldest and the newest reading kept, usable or not. */
export async function readingBounds(
  manager: EntityManager,
  meterId: number,
): Promise<{ firstMs: number; lastMs: number } | undefined> {
  const [row] = await dialectSql.query<{ first_ms: number | null; last_ms: number | null }>(
    manager,
    `SELECT ${dialectSql.instantMs('min(at)')} AS first_ms, ${dialectSql.instantMs('max(at)')} AS last_ms
     FROM reading WHERE meter_id = ?`,
    [meterId],
  );
  return row && row.first_ms !== null && row.last_ms !== null
    ? { firstMs: row.first_ms, lastMs: row.last_ms }
    : undefined;
}

/** Adds readings where the meter has none yet. */
export async function insertReadings(
  manager: EntityManager,
  meterId: number,
  readings: readonly MeterReading[],
): Promise<void> {
  await dialectSql.insert(manager, 'reading', columnsOf(meterId, readings));
}

/** Stores readings; a stamp that is there already takes the newer word of the gateway. */
export async function storeReadings(
  manager: EntityManager,
  meterId: number,
  readings: readonly MeterReading[],
): Promise<void> {
  await dialectSql.upsert(manager, 'reading', ['meter_id', 'at'], columnsOf(meterId, readings));
}

function columnsOf(meterId: number, readings: readonly MeterReading[]): BulkColumn[] {
  return [
    { name: 'meter_id', type: 'int', values: meterId },
    { name: 'at', type: 'instant', values: readings.map(({ atMs }) => atMs) },
    { name: 'value', type: 'double', values: readings.map(({ value }) => value) },
    { name: 'quality', type: 'smallint', values: readings.map(({ quality }) => quality) },
  ];
}

/** Removes a meter's readings: those before an instant, or all. */
export async function deleteReadings(
  manager: EntityManager,
  meterId: number,
  beforeMs?: number,
): Promise<void> {
  await dialectSql.query(
    manager,
    `DELETE FROM reading WHERE meter_id = ?${beforeMs === undefined ? '' : ' AND at < ?'}`,
    beforeMs === undefined ? [meterId] : [meterId, new Date(beforeMs)],
  );
}

/** The stamp of a meter's oldest reading before an instant, apart from those in `keep`. */
export async function oldestReading(
  manager: EntityManager,
  meterId: number,
  beforeMs: number,
  keep: readonly number[],
): Promise<number | undefined> {
  const [row] = await dialectSql.query<{ at_ms: number }>(
    manager,
    `SELECT ${dialectSql.instantMs('at')} AS at_ms FROM reading
     WHERE meter_id = ? AND at < ? ${exceptAt(keep)} ORDER BY at LIMIT 1`,
    [meterId, ...datesOf([beforeMs, ...keep])],
  );
  return row?.at_ms;
}

/** Removes a meter's readings before an instant, apart from those with a stamp in `keep`. */
export async function pruneReadings(
  manager: EntityManager,
  meterId: number,
  beforeMs: number,
  keep: readonly number[],
): Promise<void> {
  await dialectSql.query(manager, `DELETE FROM reading WHERE meter_id = ? AND at < ? ${exceptAt(keep)}`, [
    meterId,
    ...datesOf([beforeMs, ...keep]),
  ]);
}

const exceptAt = (keep: readonly number[]) => keep.map(() => 'AND at <> ?').join(' ');
const datesOf = (stamps: readonly number[]) => stamps.map((ms) => new Date(ms));
