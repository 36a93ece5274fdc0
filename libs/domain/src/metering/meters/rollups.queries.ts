import { dialectSql } from '@app/entities';
import { groupBy } from '@app/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import { HourLines } from '../arithmetic/hour-lines';
import { floorHour, type HourRow } from '../arithmetic/hour-rows';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';

const QUARTERS = [0, 1, 2, 3] as const;
/** The cells of a line for `HourLines`. */
const CELLS = [
  'meter_id',
  dialectSql.instantMs('hour'),
  'cuts',
  ...QUARTERS.map((quarter) => `covered${quarter}`),
  ...QUARTERS.map((quarter) => `energy${quarter}`),
];
const LINE = dialectSql.csv.line(CELLS);
/** Like `CELLS`, for the sum of several meters. The number of meters that have the hour stands in place of an id. */
const CELLS_OF_SUM = [
  'COUNT(*)',
  dialectSql.instantMs('hour'),
  'BIT_OR(cuts)',
  ...QUARTERS.map((quarter) => `MIN(covered${quarter})`),
  ...QUARTERS.map((quarter) => `SUM(energy${quarter})`),
];

/**
 * Reads the hours of the meters that begin in [fromMs, toMs), ordered by meter and then by time. This is never part of a
 * transaction: PostgreSQL sends the lines over a connection of their own.
 */
export async function hourLines(
  dataSource: DataSource,
  meterIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<HourLines> {
  if (meterIds.length === 0 || fromMs >= toMs) return new HourLines(Buffer.alloc(0));
  return linesWhere(dataSource, HOURS_OF_METERS, [[...meterIds], new Date(fromMs), new Date(toMs)]);
}

/**
 * Reads the summed hours of the meters that begin in [fromMs, toMs). The database adds up the meters, so the answer has
 * the same size for any number of meters. The covered time of a quarter is that of the meter that is covered least. The
 * id of a line is the number of meters that have a row for the hour. The lines are ordered by it, and then by time.
 */
export async function summedHourLines(
  dataSource: DataSource,
  meterIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<HourLines> {
  if (meterIds.length === 0 || fromMs >= toMs) return new HourLines(Buffer.alloc(0));
  return linesOf(dataSource, CELLS_OF_SUM, {
    sql: `FROM meter_hour WHERE ${HOURS_OF_METERS} GROUP BY hour ORDER BY COUNT(*), hour`,
    parameters: [[...meterIds], new Date(fromMs), new Date(toMs)],
  });
}

/** A range of one meter. */
export interface MeterRange extends Bucket {
  meterId: number;
}

/** Like `hourLines`, but reads the hours that the ranges of each meter touch. */
export async function hourLinesWithin(
  dataSource: DataSource,
  ranges: readonly MeterRange[],
): Promise<HourLines> {
  const groups = [...groupBy(ranges, ({ startMs, endMs }) => `${startMs} ${endMs}`).values()];
  const conditions = groups.map(() => `(${HOURS_OF_METERS})`).join(' OR ');
  const parameters = groups.flatMap((group) => {
    const [{ startMs, endMs } = { startMs: 0, endMs: 0 }] = group;
    return [group.map(({ meterId }) => meterId), new Date(floorHour(startMs)), new Date(endMs)];
  });
  return linesWhere(dataSource, conditions, parameters);
}

const HOURS_OF_METERS = `${dialectSql.isOneOf('meter_id')} AND hour >= ? AND hour < ?`;

function linesWhere(dataSource: DataSource, condition: string, parameters: unknown[]): Promise<HourLines> {
  const sql = `FROM meter_hour WHERE ${condition} ORDER BY meter_id, hour`;
  return linesOf(dataSource, CELLS, { sql, parameters });
}

async function linesOf(
  dataSource: DataSource,
  cells: readonly string[],
  statement: { sql: string; parameters: unknown[] },
): Promise<HourLines> {
  const { text } = await dialectSql.csvLines(dataSource.manager, cells, statement);
  return new HourLines(Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));
}

/** The hours of a meter that begin in [fromMs, toMs), in order. */
export async function hoursOf(
  manager: EntityManager,
  meterId: number,
  fromMs: number,
  toMs: number,
): Promise<HourRow[]> {
  return (await hoursByMeter(manager, [meterId], fromMs, toMs)).get(meterId) ?? [];
}

/** The hours of each meter that begin in [fromMs, toMs), in order. A meter without such hours has no entry. */
export function hoursByMeter(
  manager: EntityManager,
  meterIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<Map<number, HourRow[]>> {
  return hoursWhere(manager, meterIds, 'hour >= ? AND hour < ?', [new Date(fromMs), new Date(toMs)]);
}

/** The hours of a meter that begin in [startMs, endMs) but not in [fromMs, toMs), in order. */
export async function hoursAround(
  manager: EntityManager,
  meterId: number,
  { startMs, fromMs, toMs, endMs }: { startMs: number; fromMs: number; toMs: number; endMs: number },
): Promise<HourRow[]> {
  const condition = '(hour >= ? AND hour < ? OR hour >= ? AND hour < ?)';
  const instants = [startMs, fromMs, toMs, endMs].map((ms) => new Date(ms));
  return (await hoursWhere(manager, [meterId], condition, instants)).get(meterId) ?? [];
}

/** Replaces the hours of the meter in [fromMs, toMs). */
export async function replaceHours(
  manager: EntityManager,
  meterId: number,
  { fromMs, toMs, rows }: { fromMs: number; toMs: number; rows: readonly HourRow[] },
): Promise<void> {
  await dialectSql.query(manager, 'DELETE FROM meter_hour WHERE meter_id = ? AND hour >= ? AND hour < ?', [
    meterId,
    new Date(fromMs),
    new Date(toMs),
  ]);
  await dialectSql.insert(manager, 'meter_hour', [
    { name: 'meter_id', type: 'int', values: meterId },
    { name: 'hour', type: 'instant', values: rows.map(({ hourMs }) => hourMs) },
    ...QUARTERS.map((quarter) => ({
      name: `energy${quarter}`,
      type: 'bigint' as const,
      values: rows.map(({ energyMwh }) => energyMwh[quarter]),
    })),
    ...QUARTERS.map((quarter) => ({
      name: `covered${quarter}`,
      type: 'int' as const,
      values: rows.map(({ coveredMs }) => coveredMs[quarter]),
    })),
    { name: 'cuts', type: 'smallint', values: rows.map(({ cuts }) => cuts) },
  ]);
}

/** The meter's first and last hour. */
export async function hourBounds(
  manager: EntityManager,
  meterId: number,
): Promise<{ firstMs: number; lastMs: number } | undefined> {
  const [row] = await dialectSql.query<{ first_ms: number | null; last_ms: number | null }>(
    manager,
    `SELECT ${dialectSql.instantMs('min(hour)')} AS first_ms, ${dialectSql.instantMs('max(hour)')} AS last_ms
     FROM meter_hour WHERE meter_id = ?`,
    [meterId],
  );
  return row && row.first_ms !== null && row.last_ms !== null
    ? { firstMs: row.first_ms, lastMs: row.last_ms }
    : undefined;
}

/** The period that contains every stored hour of the meters; null if they have none. */
export async function storedHours(
  manager: EntityManager,
  meterIds: readonly number[],
): Promise<Bucket | null> {
  // Reads the first and the last hour of each meter, each with one lookup in the primary key. MIN and MAX over several
  // meters would read all of their hours, and MariaDB reads them all even for a single meter.
  const [row] = await dialectSql.query<{ first_ms: number | null; last_ms: number | null }>(
    manager,
    `SELECT ${dialectSql.instantMs('MIN(first_hour)')} AS first_ms, ${dialectSql.instantMs('MAX(last_hour)')} AS last_ms
     FROM (SELECT (SELECT hour FROM meter_hour WHERE meter_id = meter.id ORDER BY hour LIMIT 1) AS first_hour,
                  (SELECT hour FROM meter_hour WHERE meter_id = meter.id ORDER BY hour DESC LIMIT 1) AS last_hour
           FROM meter WHERE ${dialectSql.isOneOf('meter.id')}) AS bounds`,
    [[...meterIds]],
  );
  return row && row.first_ms !== null && row.last_ms !== null
    ? { startMs: row.first_ms, endMs: row.last_ms + HOUR_MS }
    : null;
}

/**
 * The period that contains the history that is still to be fetched for the meters and the parts of their formulas; null if
 * all of it is here.
 */
export async function unfetchedHistory(
  manager: EntityManager,
  meterIds: readonly number[],
): Promise<Bucket | null> {
  if (meterIds.length === 0) return null;
  const [row] = await dialectSql.query<{ first_ms: number | null; end_ms: number | null }>(
    manager,
    `WITH RECURSIVE measuring (id) AS (
       SELECT id FROM meter WHERE ${dialectSql.isOneOf('id')}
       UNION SELECT part.part_id FROM formula_part AS part JOIN measuring ON measuring.id = part.meter_id
     )
     SELECT ${dialectSql.instantMs('MIN(backfilled_to)')} AS first_ms, ${dialectSql.instantMs('MAX(live_from)')} AS end_ms
     FROM meter JOIN measuring ON measuring.id = meter.id WHERE backfilled_to < live_from`,
    [[...meterIds]],
  );
  return row && row.first_ms !== null && row.end_ms !== null
    ? { startMs: row.first_ms, endMs: row.end_ms }
    : null;
}

async function hoursWhere(
  manager: EntityManager,
  meterIds: readonly number[],
  condition: string,
  parameters: readonly Date[],
): Promise<Map<number, HourRow[]>> {
  // Returns one text per hour, because a driver needs more time for eleven columns than for one.
  const rows = await dialectSql.query<{ line: string }>(
    manager,
    `SELECT ${LINE} AS line FROM meter_hour WHERE ${dialectSql.isOneOf('meter_id')} AND ${condition} ORDER BY meter_id, hour`,
    [[...meterIds], ...parameters],
  );
  const lines = rows.map(({ line }) => `${line}\n`).join('');
  return new HourLines(Buffer.from(lines, 'latin1')).rowsByMeter();
}
