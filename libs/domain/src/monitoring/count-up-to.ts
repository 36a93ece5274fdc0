import { dialectSql } from '@app/entities';
import { LIST_REACH } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** Counts the matching rows up to `LIST_REACH`, so that a large backlog costs no more. @param now fills the condition */
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
