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
 * Lets each process notice that a wait of this kind has begun. Call this as the last step of the transaction that
 * stores the wait, because this call blocks other transactions that store waits of the same kind until the commit.
 * Waits for calls have no version, because no process caches them.
 */
export async function renewWaitVersion(
  manager: EntityManager,
  kind: ExecutionWaitEntity['kind'],
): Promise<void> {
  if (kind === 'call') return;
  await dialectSql.upsert(
    manager,
    'wait_version',
    ['kind'],
    [
      { name: 'kind', type: 'text', values: [kind] },
      { name: 'version', type: 'text', values: [newId()] },
    ],
  );
}
