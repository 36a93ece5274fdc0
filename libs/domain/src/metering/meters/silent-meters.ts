import { dialectSql, type MeterEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { QUARTER_MS } from '../arithmetic/meter-arithmetic';

/** The fields of a meter that decide whether it is silent. */
type HeardMeter = Pick<MeterEntity, 'kind' | 'stampedAt' | 'intervalSeconds'> & {
  sinceMs: number;
  lastReadingMs: number | null;
};

/**
 * True if a meter had no usable reading before an instant for longer than twice its interval, and longer than 15
 * minutes. The reading of an interval counts from the end of the interval. Before its `since`, a meter is not silent.
 */
export function isSilent(
  { kind, stampedAt, intervalSeconds, sinceMs, lastReadingMs }: HeardMeter,
  atMs: number,
): boolean {
  if (sinceMs >= atMs) return false;
  if (lastReadingMs === null) return true;
  const intervalMs = intervalSeconds * 1000;
  const measuredToMs = lastReadingMs + (kind === 'interval' && stampedAt === 'start' ? intervalMs : 0);
  return atMs - measuredToMs > Math.max(2 * intervalMs, QUARTER_MS);
}

/**
 * Finds the meters that are silent at an instant. A formula has no readings, so its parts are searched instead.
 * @returns their point codes in order
 */
export async function silentMeters(
  manager: EntityManager,
  meterIds: readonly number[],
  atMs: number,
): Promise<string[]> {
  const rows = await dialectSql.query<HeardMeter & { pointCode: string }>(
    manager,
    `WITH RECURSIVE heard (id) AS (
       SELECT id FROM meter WHERE ${dialectSql.isOneOf('id')}
       UNION SELECT part.part_id FROM formula_part AS part JOIN heard ON heard.id = part.meter_id
     )
     SELECT point_code AS "pointCode", kind, stamped_at AS "stampedAt", interval_seconds AS "intervalSeconds",
       ${dialectSql.instantMs('since')} AS "sinceMs", ${dialectSql.instantMs('last_reading_at')} AS "lastReadingMs"
     FROM meter JOIN heard ON heard.id = meter.id
     WHERE kind <> 'formula' AND (last_reading_at IS NULL OR last_reading_at < ?)
     ORDER BY point_code`,
    [[...meterIds], new Date(atMs - QUARTER_MS)],
  );
  return rows.filter((meter) => isSilent(meter, atMs)).map(({ pointCode }) => pointCode);
}
