import { dialectSql, type ExecutionWaitEntity, type WaitVersionEntity } from '@app/entities';
import { newId } from '@app/kernel';
import type { EntityManager } from 'typeorm';

type Kind = WaitVersionEntity['kind'];

/** The current version of the waits of this kind; null if there has never been one. */
export async function readWaitVersion(manager: EntityManager, kind: Kind): Promise<string | null> {
  const [row] = await dialectSql.query<{ version: string }>(
    manager,
    'SELECT version FROM wait_version WHERE kind = ?',
    [kind],
  );
  return row?.version ?? null;
}

/**
 * Lets each process notice that waits of these kinds have begun or ended. Call this as the last step of the transaction
 * that changes the waits, because it blocks other transactions that change waits of the same kind until the commit.
 * Waits for calls have no version, because no process caches them.
 */
export async function renewWaitVersions(
  manager: EntityManager,
  changed: Iterable<ExecutionWaitEntity['kind']>,
): Promise<void> {
  // All transactions lock in the same order, so they cannot deadlock.
  const kinds = [...new Set(changed)].filter((kind) => kind !== 'call').sort();
  await dialectSql.upsert(
    manager,
    'wait_version',
    ['kind'],
    [
      { name: 'kind', type: 'text', values: kinds },
      { name: 'version', type: 'text', values: kinds.map(() => newId()) },
    ],
  );
}
