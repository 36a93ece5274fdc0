import type { DataSource, EntityManager } from 'typeorm';

/** PostgreSQL: deadlock_detected, serialization_failure. MySQL: deadlock, lock wait timeout. */
const TRANSIENT = new Set<unknown>([
  '40P01',
  '40001',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
]);
/** Foreign keys: PostgreSQL's code, and MySQL's for a missing target and for a target that is in use. */
const FOREIGN_KEY = new Set<unknown>(['23503', 'ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2']);
const ATTEMPTS = 5;

/** True where the database chose this transaction as a deadlock's victim, so that the same work may pass now. */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: unknown } | null)?.code);
}

/** Unique constraint violated: PostgreSQL's and MySQL's codes. */
export function isDuplicateKey(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '23505' || code === 'ER_DUP_ENTRY';
}

/** True where a row would refer to one that is not there (any more). */
export function isForeignKeyFault(error: unknown): boolean {
  return FOREIGN_KEY.has((error as { code?: unknown } | null)?.code);
}

/** Runs `work` in one READ COMMITTED transaction; a deadlock's victim is run again. `work` must not act outside it. */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return againAfterConflict(() => dataSource.transaction(work));
}

/** Runs `work`, one statement or one transaction, again where it was a deadlock's victim. */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransientConflict(error)) throw error;
    }
  }
}
