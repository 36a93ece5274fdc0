import { dialectSql } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** Counts of the building's points. */
export interface PointCounts {
  total: number;
  /** Points whose last value is recent and not bad. */
  online: number;
}

const BAD = 2;

/** @param since values that were measured earlier are not recent */
export async function pointCounts(manager: EntityManager, since: Date): Promise<PointCounts> {
  const [row] = await dialectSql.query<{ total: string | number; online: string | number }>(
    manager,
    `SELECT COUNT(*) AS total, COUNT(point_value.code) AS online FROM point
     LEFT JOIN point_value ON point_value.code = point.code
       AND point_value.quality < ? AND point_value.measured_at >= ?`,
    [BAD, since],
  );
  return { total: Number(row?.total ?? 0), online: Number(row?.online ?? 0) };
}
