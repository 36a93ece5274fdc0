import type { DataSource, EntityManager } from 'typeorm';

/** PostgreSQL: deadlock_detected, serialization_failure. MySQL: deadlock, lock wait timeout. */
const TRANSIENT = new Set<unknown>([
  '40P01',
  '40001',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
]);
/**
 * Violations of foreign keys: the code of PostgreSQL, and the codes of MySQL for a missing target and for a target that
 * is in use.
 */
const FOREIGN_KEY = new Set<unknown>(['23503', 'ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2']);
const ATTEMPTS = 5;

/** Returns true if the database aborted this transaction because of a deadlock or a conflict. A repeat may succeed. */
export function isTransientConflict(error: unknown): boolean {
  return TRANSIENT.has((error as { code?: unknown } | null)?.code);
}

/** Returns true if the statement violated a unique constraint. */
export function isDuplicateKey(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '23505' || code === 'ER_DUP_ENTRY';
}

/** Returns true if the statement violated a foreign key. */
export function isForeignKeyFault(error: unknown): boolean {
  return FOREIGN_KEY.has((error as { code?: unknown } | null)?.code);
}

/**
 * Runs `work` in one READ COMMITTED transaction, and repeats it if the database aborts the transaction because of a
 * deadlock or a conflict. `work` must not have effects outside of the transaction.
 */
export function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return againAfterConflict(() => dataSource.transaction(work));
}

/**
 * Runs one statement or one transaction, and repeats it if the database aborts it because of a deadlock or a conflict.
 */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransientConflict(error)) throw error;
    }
  }
}
