import { inTransaction, isDuplicateKey, RememberedChangeEntity } from '@app/entities';
import type { DataSource, EntityManager } from 'typeorm';

/** Maximum number of attempts if other transactions insert the same rows at the same time. */
const ATTEMPTS = 5;

/** The run of a node. */
export interface Step {
  executionId: string;
  /** The idempotency key of the run. */
  stepKey: string;
}

/**
 * Makes a change once per run of a node, and stores its result in the same transaction. A repeat, for example after a
 * crash, changes nothing and returns the stored result.
 *
 * If another transaction inserts the same result or another row of the change first, this attempt fails. It is then
 * repeated, and finds the inserted row.
 */
export async function oncePerStep<Result extends object>(
  dataSource: DataSource,
  step: Step,
  change: (manager: EntityManager) => Promise<Result>,
): Promise<{ result: Result; isRepeat: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(dataSource, (manager) => changeOnce(manager, step, change));
    } catch (error) {
      if (attempt >= ATTEMPTS || !isDuplicateKey(error)) throw error;
    }
  }
}

/**
 * Performs the checks of a change: makes the change in a transaction and rolls it back.
 * @throws the error of the change
 */
export async function checkOnly(
  dataSource: DataSource,
  change: (manager: EntityManager) => Promise<unknown>,
): Promise<void> {
  const rollback = new Error('The change was only checked.');
  try {
    await inTransaction(dataSource, async (manager) => {
      await change(manager);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}

async function changeOnce<Result extends object>(
  manager: EntityManager,
  { executionId, stepKey }: Step,
  change: (manager: EntityManager) => Promise<Result>,
): Promise<{ result: Result; isRepeat: boolean }> {
  const earlier = await manager.findOneBy(RememberedChangeEntity, { executionId, stepKey });
  if (earlier) return { result: earlier.result as Result, isRepeat: true };
  const result = await change(manager);
  await manager.insert(RememberedChangeEntity, { executionId, stepKey, result });
  return { result, isRepeat: false };
}
