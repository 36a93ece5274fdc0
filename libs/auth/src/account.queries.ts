import { dialectSql } from '@app/entities';
import type { Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** The fields of an account that a request needs. */
export interface RequestAccount {
  id: number;
  username: string;
  role: Role;
}

/**
 * Returns the accounts with these ids. Ids without an account are omitted. The statement is text, because nearly every
 * request needs it and the query builder takes longer than the rest of the reading.
 */
export async function readRequestAccounts(
  manager: EntityManager,
  ids: readonly number[],
): Promise<RequestAccount[]> {
  return dialectSql.query<RequestAccount>(
    manager,
    `SELECT id, username, role FROM user_account WHERE ${dialectSql.isOneOf('id')}`,
    [[...ids]],
  );
}
