import { dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { DayRow } from '../arithmetic/day-rows';

/** The drivers return 64-bit integers as text. */
type Stored = string | number | null;

interface StoredDay {
  meter_id: number;
  start_ms: number;
  energy: Stored;
  covered: number;
  cuts: number;
}

/** A stored day: its energy and coverage, and the whole day as packed text, which is cheap to read. */
export interface StoredDayRow extends DayRow {
  packed: string | null;
}

const WITHIN = 'starts_at >= ? AND starts_at < ?';
/** Marks a day that is not packed. The text of a packed day never contains this character. */
const UNPACKED = '-';

/**
 * Reads the packed days (see `packDay`) of each meter that begin in [fromMs, toMs), joined in no particular order. A
 * meter without such days has no entry.
 * @returns null if one of the days is not packed
 */
export async function packedDays(
  manager: EntityManager,
  meterIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<Map<number, string> | null> {
  if (meterIds.length === 0 || fromMs >= toMs) return new Map();
  // Returns one row per meter, because a driver needs more time for a row than for the text of a day.
  const rows = await dialectSql.query<{ key: number; joined: string | null }>(
    manager,
    dialectSql.joinedByKey({
      table: 'meter_day',
      key: 'meter_id',
      text: `COALESCE(packed, '${UNPACKED}')`,
      condition: WITHIN,
    }),
    [[...meterIds], new Date(fromMs), new Date(toMs)],
  );
  const days = new Map<number, string>();
  for (const { key, joined } of rows) {
    if (joined?.includes(UNPACKED)) return null;
    if (joined !== null) days.set(key, joined);
  }
  return days;
}

/**
 * Reads the local days of each meter that begin in [fromMs, toMs), in order. A meter without such days has no entry.
 * Use this only if some days are not packed, because `packedDays` is faster.
 */
export async function daysByMeter(
  manager: EntityManager,
  meterIds: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<Map<number, DayRow[]>> {
  const rows = await dialectSql.query<StoredDay>(
    manager,
    `SELECT meter_id, ${dialectSql.instantMs('starts_at')} AS start_ms, energy, covered, cuts FROM meter_day
     WHERE ${dialectSql.isOneOf('meter_id')} AND ${WITHIN} ORDER BY meter_id, starts_at`,
    [[...meterIds], new Date(fromMs), new Date(toMs)],
  );
  const days = new Map<number, DayRow[]>();
  for (const { meter_id: id, start_ms: startMs, energy, covered: coveredMs, cuts } of rows) {
    const ofMeter = days.get(id) ?? [];
    days.set(id, ofMeter);
    ofMeter.push({ startMs, energyMwh: energy === null ? null : Number(energy), coveredMs, cuts });
  }
  return days;
}

/** Replaces the days of the meter that begin in [fromMs, toMs). */
export async function replaceDays(
  manager: EntityManager,
  meterId: number,
  { fromMs, toMs, rows }: { fromMs: number; toMs: number; rows: readonly StoredDayRow[] },
): Promise<void> {
  await dialectSql.query(
    manager,
    'DELETE FROM meter_day WHERE meter_id = ? AND starts_at >= ? AND starts_at < ?',
    [meterId, new Date(fromMs), new Date(toMs)],
  );
  await dialectSql.insert(manager, 'meter_day', [
    { name: 'meter_id', type: 'int', values: meterId },
    { name: 'starts_at', type: 'instant', values: rows.map(({ startMs }) => startMs) },
    { name: 'energy', type: 'bigint', values: rows.map(({ energyMwh }) => energyMwh) },
    { name: 'covered', type: 'int', values: rows.map(({ coveredMs }) => coveredMs) },
    { name: 'cuts', type: 'smallint', values: rows.map(({ cuts }) => cuts) },
    { name: 'packed', type: 'text', values: rows.map(({ packed }) => packed) },
  ]);
}
