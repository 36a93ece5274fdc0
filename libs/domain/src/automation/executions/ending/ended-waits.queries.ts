import { ExecutionWaitEntity } from '@app/entities';
import { chunksOf } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';

/** Executions per statement. */
const CHUNK = 500;

/**
 * Deletes the unmet waits of these executions. Call it in the transaction that ends the executions. Met waits are kept,
 * so that a repeated call to a one-time address is recognized.
 */
export async function deleteUnmet(manager: EntityManager, executionIds: readonly string[]): Promise<void> {
  await manager.delete(ExecutionWaitEntity, { executionId: In([...executionIds]), status: 'waiting' });
}

/** Deletes all waits of these executions. */
export async function deleteWaits(manager: EntityManager, executionIds: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(executionIds, CHUNK))
    await manager.delete(ExecutionWaitEntity, { executionId: In(chunk) });
}
