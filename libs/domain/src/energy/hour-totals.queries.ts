import { dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { Bucket } from './calendar';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

/** What the measured hours of a stretch add up to, over all meters. */
export interface HourTotals {
  /** Hours in which at least one meter measured something. */
  hours: number;
  /** Whole milliwatt-hours. */
  totalMwh: number;
  /** The highest energy of one hour. */
  peakMwh: number;
  /** Start of that hour; of several, the first. */
  peakMs: number;
}

interface StoredTotals {
  slot_ms: number;
  energy: string | number;
  hours: string | number;
  total: string | number;
}

/**
 * Adds up in the database, which returns one row for any number of meters and hours.
 * @param range begins at a quarter hour of UTC and is a multiple of an hour long
 * @returns null if nothing was measured
 */
export async function hourTotals(
  manager: EntityManager,
  meterIds: readonly number[],
  range: Bucket,
): Promise<HourTotals | null> {
  const firstQuarter = (((range.startMs % HOUR_MS) + HOUR_MS) % HOUR_MS) / QUARTER_MS;
  const offsetMs = firstQuarter * QUARTER_MS;
  const fromMs = range.startMs - offsetMs;
  const toMs = range.endMs - offsetMs;
  const parts = [partOfHours(meterIds, firstQuarter, 4, 'hour', fromMs, toMs)];
  if (firstQuarter > 0) {
    // A local hour that begins at 12:30 UTC ends with the first two quarters of the next UTC hour.
    const slot = `hour - INTERVAL '1' HOUR`;
    parts.push(partOfHours(meterIds, 0, firstQuarter, slot, fromMs + HOUR_MS, toMs + HOUR_MS));
  }
  const [row] = await dialectSql.query<StoredTotals>(
    manager,
    `SELECT ${dialectSql.instantMs('slot')} AS slot_ms, energy, COUNT(*) OVER () AS hours, SUM(energy) OVER () AS total
     FROM (SELECT slot, SUM(part) AS energy FROM (${parts.map(({ sql }) => sql).join(' UNION ALL ')}) AS parts
           GROUP BY slot) AS slots
     ORDER BY energy DESC, slot LIMIT 1`,
    parts.flatMap(({ parameters }) => parameters),
  );
  return row
    ? {
        hours: Number(row.hours),
        totalMwh: Number(row.total),
        peakMwh: Number(row.energy),
        peakMs: row.slot_ms + offsetMs,
      }
    : null;
}

function partOfHours(
  meterIds: readonly number[],
  fromQuarter: number,
  toQuarter: number,
  slot: string,
  fromMs: number,
  toMs: number,
): { sql: string; parameters: unknown[] } {
  const columns = [0, 1, 2, 3].slice(fromQuarter, toQuarter).map((quarter) => `energy${quarter}`);
  return {
    sql: `SELECT ${slot} AS slot, ${columns.map((column) => `COALESCE(${column}, 0)`).join(' + ')} AS part
          FROM meter_hour WHERE ${dialectSql.isOneOf('meter_id')} AND hour >= ? AND hour < ?
          AND (${columns.map((column) => `${column} IS NOT NULL`).join(' OR ')})`,
    parameters: [[...meterIds], new Date(fromMs), new Date(toMs)],
  };
}

/** The stretch that holds every stored hour of the meters; null if they have none. */
export async function storedHours(
  manager: EntityManager,
  meterIds: readonly number[],
): Promise<Bucket | null> {
  // One lookup per meter at each end of its part of the primary key; MIN over several meters would scan them.
  const [row] = await dialectSql.query<{ first_ms: number | null; last_ms: number | null }>(
    manager,
    `SELECT ${dialectSql.instantMs('MIN(first_hour)')} AS first_ms, ${dialectSql.instantMs('MAX(last_hour)')} AS last_ms
     FROM (SELECT (SELECT MIN(hour) FROM meter_hour WHERE meter_id = meter.id) AS first_hour,
                  (SELECT MAX(hour) FROM meter_hour WHERE meter_id = meter.id) AS last_hour
           FROM meter WHERE ${dialectSql.isOneOf('meter.id')}) AS bounds`,
    [[...meterIds]],
  );
  return row && row.first_ms !== null && row.last_ms !== null
    ? { startMs: row.first_ms, endMs: row.last_ms + HOUR_MS }
    : null;
}
