import { type BulkColumn, dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { MeterReading } from '../arithmetic/meter-arithmetic';

const COLUMNS = `${dialectSql.instantMs('at')} AS at_ms, value, quality, import_id`;
const USABLE = 'value IS NOT NULL AND quality < 2';
const UNCORRECTED = `NOT EXISTS (
  SELECT 1 FROM reading_correction AS correction
  WHERE correction.meter_id = reading.meter_id AND correction.at <= reading.at
    AND (correction.at = reading.at OR correction.ends_at > reading.at))`;
/** If an instant has several corrected values, the newest one counts. */
const NEWEST_VALUE = `kind = 'value' AND NOT EXISTS (
  SELECT 1 FROM reading_correction AS newer
  WHERE newer.meter_id = reading_correction.meter_id AND newer.kind = 'value'
    AND newer.at = reading_correction.at AND newer.id > reading_correction.id)`;

/**
 * Which readings are read:
 * - `stored`: all, as they arrived.
 * - `corrected`: the stored readings that no correction takes out, and the corrected values. A corrected value counts
 *   even within a false stretch. The sums are computed from these readings.
 * - `prunable`: the stored readings of the gateway that have no correction. Imported readings are never pruned.
 */
export type ReadingSource = 'stored' | 'corrected' | 'prunable';
const CONDITIONS: Record<ReadingSource, string> = {
  stored: '',
  corrected: `AND ${UNCORRECTED}`,
  prunable: `AND import_id IS NULL AND ${UNCORRECTED}`,
};

interface Row {
  at_ms: number;
  value: number | null;
  quality: number;
  import_id: number | null;
}

const toReading = ({ at_ms, value, quality, import_id }: Row): MeterReading =>
  import_id === null ? { atMs: at_ms, value, quality } : { atMs: at_ms, value, quality, importId: import_id };

interface Selection {
  source: ReadingSource;
  /** A condition on `at`, which readings and corrected values have. */
  stamps: string;
  parameters: readonly unknown[];
  isUsable?: boolean;
  direction?: 'ASC' | 'DESC';
  limit?: number;
}

async function select(
  manager: EntityManager,
  meterId: number,
  { source, stamps, parameters, isUsable = false, direction = 'ASC', limit }: Selection,
): Promise<MeterReading[]> {
  const first = limit === undefined ? '' : `LIMIT ${limit}`;
  const readings = `SELECT ${COLUMNS} FROM reading
    WHERE meter_id = ? AND (${stamps}) ${isUsable ? `AND ${USABLE}` : ''} ${CONDITIONS[source]}
    ORDER BY at ${direction} ${first}`;
  const values = `SELECT ${dialectSql.instantMs('at')} AS at_ms, value, 0 AS quality, NULL AS import_id
    FROM reading_correction WHERE meter_id = ? AND (${stamps}) AND ${NEWEST_VALUE} ORDER BY at ${direction} ${first}`;
  const rows =
    source === 'corrected'
      ? await dialectSql.query<Row>(
          manager,
          `(${readings}) UNION ALL (${values}) ORDER BY at_ms ${direction} ${first}`,
          [meterId, ...parameters, meterId, ...parameters],
        )
      : await dialectSql.query<Row>(manager, readings, [meterId, ...parameters]);
  return rows.map(toReading);
}

/** The readings of a meter with timestamps in [fromMs, toMs), in order: the first `limit` of them. */
export async function readingsBetween(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  toMs: number,
  source: ReadingSource = 'stored',
  limit?: number,
): Promise<MeterReading[]> {
  if (fromMs >= toMs) return [];
  const parameters = [new Date(fromMs), new Date(toMs)];
  return select(manager, meterId, { source, stamps: 'at >= ? AND at < ?', parameters, limit });
}

/** Returns true if the meters have more than `most` stored readings with timestamps in [fromMs, toMs). */
export async function hasMoreReadings(
  manager: EntityManager,
  meterIds: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  most: number,
): Promise<boolean> {
  const rows = await dialectSql.query<{ one: number }>(
    manager,
    `SELECT 1 AS one FROM reading WHERE meter_id IN (${meterIds.map(() => '?').join(', ')})
     AND at >= ? AND at < ? LIMIT 1 OFFSET ${most}`,
    [...meterIds, new Date(fromMs), new Date(toMs)],
  );
  return rows.length > 0;
}

/** The readings of a meter with timestamps in [startMs, endMs) but not in [fromMs, toMs), in order. */
export function readingsAround(
  manager: EntityManager,
  meterId: number,
  { startMs, fromMs, toMs, endMs }: { startMs: number; fromMs: number; toMs: number; endMs: number },
  source: ReadingSource,
): Promise<MeterReading[]> {
  const parameters = [startMs, fromMs, toMs, endMs].map((ms) => new Date(ms));
  return select(manager, meterId, { source, stamps: 'at >= ? AND at < ? OR at >= ? AND at < ?', parameters });
}

/** The newest `limit` usable readings before an instant, newest first. */
export function usableBefore(
  manager: EntityManager,
  meterId: number,
  beforeMs: number,
  limit: number,
  source: ReadingSource,
): Promise<MeterReading[]> {
  const parameters = [new Date(beforeMs)];
  const newest = { stamps: 'at < ?', direction: 'DESC', limit } as const;
  return select(manager, meterId, { source, ...newest, isUsable: true, parameters });
}

/** The oldest `limit` usable readings at or after an instant, oldest first. */
export function usableFrom(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  limit: number,
  source: ReadingSource,
): Promise<MeterReading[]> {
  const parameters = [new Date(fromMs)];
  return select(manager, meterId, { source, stamps: 'at >= ?', isUsable: true, parameters, limit });
}

/** The timestamps of the oldest and the newest stored reading or corrected value, usable or not. */
export async function readingBounds(
  manager: EntityManager,
  meterId: number,
): Promise<{ firstMs: number; lastMs: number } | undefined> {
  const [row] = await dialectSql.query<{ first_ms: number | null; last_ms: number | null }>(
    manager,
    `SELECT ${dialectSql.instantMs('min(first_at)')} AS first_ms, ${dialectSql.instantMs('max(last_at)')} AS last_ms
     FROM (SELECT min(at) AS first_at, max(at) AS last_at FROM reading WHERE meter_id = ?
       UNION ALL SELECT min(at), max(at) FROM reading_correction WHERE meter_id = ? AND kind = 'value') AS bounds`,
    [meterId, meterId],
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
