import { dialectSql, TriggerHoldEntity } from '@app/entities';
import { chunksOf, newId } from '@app/kernel';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { lockBeginning, lockWatches } from './trigger-watches';

/** Codes per statement. This is far below the number of parameters that a database accepts. */
const CODES_PER_STATEMENT = 1000;

/**
 * Ends the current holds of triggers on these points. The triggers start nothing until a value crosses a limit again.
 */
export async function endTriggerTimes(manager: EntityManager, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  // Wait for concurrent transactions that store holds of these points, so that their holds are ended too. Such a
  // transaction has locked the watches of its triggers. If a trigger begins in the transaction, its watch is not
  // visible yet. `lockBeginning` therefore waits for the lock of the workflow.
  await lockBeginning(manager);
  await lockWatches(manager);
  for (const part of chunksOf(codes, CODES_PER_STATEMENT)) {
    // The process that evaluates the triggers notices the new version, and reads their progress again.
    await dialectSql.change(
      manager,
      `UPDATE trigger_watch SET version = ? WHERE workflow_id IN
         (SELECT workflow_id FROM trigger_hold WHERE since_at IS NOT NULL AND ${dialectSql.isOneOf('code')})`,
      [newId(), part],
    );
    const waiting = { code: In([...part]), sinceAt: Not(IsNull()) };
    await manager.update(TriggerHoldEntity, waiting, { sinceAt: null });
  }
}
