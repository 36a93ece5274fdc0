import { dialectSql, ExecutionWaitEntity } from '@app/entities';
import { chunksOf } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';
import type { WaitingStep } from './waiting-step';

const CHUNK = 1000;

/** The keys of the waits that have not ended. Each key contains the id of its execution, so the keys are unique. */
export async function readWaitingKeys(
  manager: EntityManager,
  kind: ExecutionWaitEntity['kind'],
): Promise<string[]> {
  const rows = await dialectSql.query<{ stepKey: string }>(
    manager,
    `SELECT step_key AS "stepKey" FROM execution_wait WHERE status = 'waiting' AND kind = ?`,
    [kind],
  );
  return rows.map(({ stepKey }) => stepKey);
}

export async function readWaitingSteps(
  manager: EntityManager,
  stepKeys: readonly string[],
): Promise<WaitingStep[]> {
  const found: WaitingStep[] = [];
  for (const chunk of chunksOf(stepKeys, CHUNK)) {
    const where = { executionId: In(chunk.map(executionIdOf)), stepKey: In(chunk) };
    found.push(...(await manager.find(ExecutionWaitEntity, { where })));
  }
  return found;
}

/**
 * Returns the execution's id, with which a step key begins: a UUID of 36 characters. With this id, the query can use
 * the table's primary key, which also begins with it.
 */
function executionIdOf(stepKey: string): string {
  return stepKey.slice(0, 36);
}
