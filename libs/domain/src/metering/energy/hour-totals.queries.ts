import { dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { Bucket } from '../arithmetic/calendar';
import { HOUR_MS, QUARTER_MS } from '../arithmetic/meter-arithmetic';

/** Totals of the measured hours of a period, over all meters. */
export interface HourTotals {
  /** Number of hours in which at least one meter measured something. */
  hours: number;
  /** Energy of all hours in whole milliwatt-hours. */
  totalMwh: number;
  /** The highest energy of a single hour. */
  peakMwh: number;
  /** Start of the hour with the peak; the earliest if there are several. */
  peakMs: number;
}

interface StoredTotals {
  slot_ms: number;
  energy: string | number;
  hours: string | number;
  total: string | number;
}

/**
 * Adds up the hours in the database, so only one row is returned for any number of meters and hours.
 * @param range begins at a quarter hour of UTC; its length is a multiple of an hour
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
    // The local hours start within UTC hours, so the first quarters of a UTC hour belong to the local hour that started
    // in the previous UTC hour. For example, a local hour from 12:30 UTC ends with the quarters from 13:00 to 13:30
    // UTC.
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
