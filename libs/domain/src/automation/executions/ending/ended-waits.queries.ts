import { ExecutionWaitEntity } from '@app/entities';
import { chunksOf } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';
import { renewWaitVersions } from '../../../platform/occurrences/wait-versions';

type Kind = ExecutionWaitEntity['kind'];

/** Executions per statement. */
const CHUNK = 500;

/**
 * Deletes the unmet waits of these executions. Call it in the transaction that ends the executions. Met waits are kept,
 * so that a repeated call to a one-time address is recognized.
 */
export async function deleteUnmet(manager: EntityManager, executionIds: readonly string[]): Promise<void> {
  const kinds = await unmetKinds(manager, executionIds);
  if (kinds.length === 0) return;
  await manager.delete(ExecutionWaitEntity, { executionId: In([...executionIds]), status: 'waiting' });
  await renewWaitVersions(manager, kinds);
}

/** Deletes all waits of these executions. */
export async function deleteWaits(manager: EntityManager, executionIds: readonly string[]): Promise<void> {
  const kinds: Kind[] = [];
  for (const chunk of chunksOf(executionIds, CHUNK)) {
    kinds.push(...(await unmetKinds(manager, chunk)));
    await manager.delete(ExecutionWaitEntity, { executionId: In(chunk) });
  }
  await renewWaitVersions(manager, kinds);
}

async function unmetKinds(manager: EntityManager, executionIds: readonly string[]): Promise<Kind[]> {
  const rows = await manager.find(ExecutionWaitEntity, {
    select: { executionId: true, stepKey: true, kind: true },
    where: { executionId: In([...executionIds]), status: 'waiting' },
  });
  return rows.map(({ kind }) => kind);
}
