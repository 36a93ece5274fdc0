import { type BulkColumn, dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { MeterReading } from '../arithmetic/meter-arithmetic';

const COLUMNS = `${dialectSql.instantMs('at')} AS at_ms, value, quality, import_id`;
const USABLE = 'value IS NOT NULL AND quality < 2';
/** The origin of readings. Only readings of the gateway are pruned. */
export type Origin = 'any' | 'gateway';
const FROM: Record<Origin, string> = { any: USABLE, gateway: `${USABLE} AND import_id IS NULL` };

interface Row {
  at_ms: number;
  value: number | null;
  quality: number;
  import_id: number | null;
}

const toReading = ({ at_ms, value, quality, import_id }: Row): MeterReading =>
  import_id === null ? { atMs: at_ms, value, quality } : { atMs: at_ms, value, quality, importId: import_id };

/** The readings of a meter with timestamps in [fromMs, toMs), in order. */
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

/** The readings of a meter with timestamps in [startMs, endMs) but not in [fromMs, toMs), in order. */
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

/** The newest `count` usable readings before an instant, newest first. */
export async function usableBefore(
  manager: EntityManager,
  meterId: number,
  beforeMs: number,
  count: number,
  origin: Origin = 'any',
): Promise<MeterReading[]> {
  const rows = await dialectSql.query<Row>(
    manager,
    `SELECT ${COLUMNS} FROM reading WHERE meter_id = ? AND at < ? AND ${FROM[origin]} ORDER BY at DESC LIMIT ${count}`,
    [meterId, new Date(beforeMs)],
  );
  return rows.map(toReading);
}

/** The oldest `count` usable readings at or after an instant, oldest first. */
export async function usableFrom(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  count: number,
  origin: Origin = 'any',
): Promise<MeterReading[]> {
  const rows = await dialectSql.query<Row>(
    manager,
    `SELECT ${COLUMNS} FROM reading WHERE meter_id = ? AND at >= ? AND ${FROM[origin]} ORDER BY at LIMIT ${count}`,
    [meterId, new Date(fromMs)],
  );
  return rows.map(toReading);
}

/** The timestamps of the oldest and the newest stored reading, usable or not. */
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

/** Inserts readings with new timestamps. All of them come from the gateway, or all from one import. */
export async function insertReadings(
  manager: EntityManager,
  meterId: number,
  readings: readonly MeterReading[],
): Promise<void> {
  const importId = readings[0]?.importId;
  await dialectSql.insert(manager, 'reading', [
    ...columnsOf(meterId, readings),
    ...(importId === undefined ? [] : [{ name: 'import_id', type: 'int' as const, values: importId }]),
  ]);
}

/** Like `insertReadings`, but a stored reading with the same timestamp is replaced. */
export async function storeReadings(
  manager: EntityManager,
  meterId: number,
  readings: readonly MeterReading[],
): Promise<void> {
  await dialectSql.upsert(
    manager,
    'reading',
    ['meter_id', 'at'],
    [
      ...columnsOf(meterId, readings),
      { name: 'import_id', type: 'int', values: readings.map(({ importId }) => importId ?? null) },
    ],
  );
}

function columnsOf(meterId: number, readings: readonly MeterReading[]): BulkColumn[] {
  return [
    { name: 'meter_id', type: 'int', values: meterId },
    { name: 'at', type: 'instant', values: readings.map(({ atMs }) => atMs) },
    { name: 'value', type: 'double', values: readings.map(({ value }) => value) },
    { name: 'quality', type: 'smallint', values: readings.map(({ quality }) => quality) },
  ];
}

/** Deletes the readings of a meter before `beforeMs`; all of them if it is undefined. */
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

/** Deletes the meter's readings that came from the gateway and have timestamps in [fromMs, toMs). */
export async function deleteGatewayReadings(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  toMs: number,
): Promise<void> {
  await dialectSql.query(
    manager,
    'DELETE FROM reading WHERE meter_id = ? AND at >= ? AND at < ? AND import_id IS NULL',
    [meterId, new Date(fromMs), new Date(toMs)],
  );
}

/** Deletes the unusable readings of a meter before an instant: those without a value or of bad quality. */
export async function deleteUnusable(
  manager: EntityManager,
  meterId: number,
  beforeMs: number,
): Promise<void> {
  await dialectSql.query(
    manager,
    'DELETE FROM reading WHERE meter_id = ? AND at < ? AND (value IS NULL OR quality >= 2)',
    [meterId, new Date(beforeMs)],
  );
}

/** The timestamps of an import's next `count` readings after an instant, in order. */
export async function importedAfter(
  manager: EntityManager,
  {
    meterId,
    importId,
    afterMs,
    untilMs,
  }: { meterId: number; importId: number; afterMs: number; untilMs: number },
  count: number,
): Promise<number[]> {
  const rows = await dialectSql.query<{ at_ms: number }>(
    manager,
    `SELECT ${dialectSql.instantMs('at')} AS at_ms FROM reading
     WHERE meter_id = ? AND at > ? AND at <= ? AND import_id = ? ORDER BY at LIMIT ${count}`,
    [meterId, new Date(afterMs), new Date(untilMs), importId],
  );
  return rows.map(({ at_ms }) => at_ms);
}

/** Deletes the readings of an import with timestamps in [fromMs, toMs]. */
export async function deleteImported(
  manager: EntityManager,
  { meterId, importId, fromMs, toMs }: { meterId: number; importId: number; fromMs: number; toMs: number },
): Promise<void> {
  await dialectSql.query(
    manager,
    'DELETE FROM reading WHERE meter_id = ? AND at >= ? AND at <= ? AND import_id = ?',
    [meterId, new Date(fromMs), new Date(toMs), importId],
  );
}
