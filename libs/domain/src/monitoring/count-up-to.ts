import { dialectSql } from '@app/entities';
import { LIST_REACH } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/**
 * Counts at most `LIST_REACH` of the matching rows, because counting all rows of a large backlog would be slow.
 * @param now value of the only placeholder in the condition
 */
export async function countUpTo(
  manager: EntityManager,
  { table, condition }: { table: string; condition: string },
  now: Date,
): Promise<number> {
  const [row] = await dialectSql.query<{ total: number | string }>(
    manager,
    `SELECT COUNT(*) AS total FROM (SELECT id FROM ${table} WHERE ${condition} LIMIT ?) counted`,
    [now, LIST_REACH],
  );
  return Number(row?.total ?? 0);
}
