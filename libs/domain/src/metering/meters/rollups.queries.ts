import { dialectSql } from '@app/entities';
import { groupBy } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import type { HourRow } from '../arithmetic/hour-rows';
import { hourOfText } from '../arithmetic/hour-text';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';

const QUARTERS = [0, 1, 2, 3] as const;
/** An hour as one text for `hourOfText`, because a driver needs more time for eleven columns than for one. */
const HOUR_TEXT = dialectSql.csv.line(
  [
    dialectSql.instantMs('hour'),
    'cuts',
    ...QUARTERS.map((quarter) => `covered${quarter}`),
    ...QUARTERS.map((quarter) => `energy${quarter}`),
  ].map((integer) => dialectSql.csv.integer(integer)),
);

interface StoredHour {
  meter_id: number;
  hour_text: string;
}

/** Reads the hours of each meter that begin in [fromMs, toMs), in order. A meter without such hours has no entry. */
export async function hoursByMeter(
  manager: EntityManager,
  meterIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<Map<number, HourRow[]>> {
  if (meterIds.length === 0 || fromMs >= toMs) return new Map();
  const rows = await dialectSql.query<StoredHour>(
    manager,
    `SELECT meter_id, ${HOUR_TEXT} AS hour_text FROM meter_hour
     WHERE meter_id IN (${placeholders(meterIds)}) AND hour >= ? AND hour < ? ORDER BY meter_id, hour`,
    [...meterIds, new Date(fromMs), new Date(toMs)],
  );
  const byMeter = groupBy(rows, ({ meter_id }) => meter_id);
  return new Map(Array.from(byMeter, ([meterId, group]) => [meterId, group.map(toHourRow)]));
}

/** The hours of a meter that begin in [startMs, endMs) but not in [fromMs, toMs), in order. */
export async function hoursAround(
  manager: EntityManager,
  meterId: number,
  { startMs, fromMs, toMs, endMs }: { startMs: number; fromMs: number; toMs: number; endMs: number },
): Promise<HourRow[]> {
  const rows = await dialectSql.query<StoredHour>(
    manager,
    `SELECT meter_id, ${HOUR_TEXT} AS hour_text FROM meter_hour
     WHERE meter_id = ? AND (hour >= ? AND hour < ? OR hour >= ? AND hour < ?) ORDER BY hour`,
    [meterId, new Date(startMs), new Date(fromMs), new Date(toMs), new Date(endMs)],
  );
  return rows.map(toHourRow);
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

function toHourRow({ hour_text: text }: StoredHour): HourRow {
  return hourOfText(text);
}

function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
