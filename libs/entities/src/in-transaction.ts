import type { DataSource, EntityManager } from 'typeorm';

/** PostgreSQL: deadlock_detected, serialization_failure. MySQL: deadlock, lock wait timeout. */
const TRANSIENT = new Set<unknown>([
  '40P01',
  '40001',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
]);
/** Foreign keys: PostgreSQL's code, then MySQL's codes for a missing target and for a target that is in use. */
const FOREIGN_KEY = new Set<unknown>(['23503', 'ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2']);
const ATTEMPTS = 5;

/** True if the database chose this transaction as the victim of a deadlock. A repeat may succeed. */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: unknown } | null)?.code);
}

/** True if the statement violated a unique constraint. */
export function isDuplicateKey(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '23505' || code === 'ER_DUP_ENTRY';
}

/** True if a row would reference a row that does not exist, or no longer exists. */
export function isForeignKeyFault(error: unknown): boolean {
  return FOREIGN_KEY.has((error as { code?: unknown } | null)?.code);
}

/**
 * Runs `work` in one READ COMMITTED transaction, and repeats it if it was the victim of a deadlock. `work` must not
 * have effects outside of the transaction.
 */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return againAfterConflict(() => dataSource.transaction(work));
}

/** Runs `work`, which is one statement or one transaction, and repeats it if it was the victim of a deadlock. */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransientConflict(error)) throw error;
    }
  }
}
