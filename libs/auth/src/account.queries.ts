import { dialectSql } from '@app/entities';
import type { Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** The fields of an account that a request needs. */
export interface RequestAccount {
  id: number;
  username: string;
  role: Role;
  /** Sessions with a smaller number were ended. */
  firstSession: number;
}

/**
 * Returns the accounts with these ids. Ids without an account are omitted. The SQL is written by hand, because nearly
 * every request runs this query, and the query builder would take longer than the query itself.
 */
export async function readRequestAccounts(
  manager: EntityManager,
  ids: readonly number[],
): Promise<RequestAccount[]> {
  return dialectSql.query<RequestAccount>(
    manager,
    `SELECT id, username, role, first_session AS "firstSession" FROM user_account
      WHERE ${dialectSql.isOneOf('id')}`,
    [[...ids]],
  );
}
