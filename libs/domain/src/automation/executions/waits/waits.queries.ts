import { databaseClock, ExecutionWaitEntity, WorkflowExecutionEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';
import { renewWaitVersion } from '../../../platform/occurrences/wait-versions';
import type { WokenExecution } from '../intake/execution-dispatcher';
import { lockRunning } from '../record/execution-state.queries';

export type WaitKey = Pick<ExecutionWaitEntity, 'executionId' | 'stepKey'>;
/** A wait with the data that it gets, as JSON. If the data is null, the wait goes on, and its node checks it again. */
export type MetWait = WaitKey & { data: string | null };

export function findWait(
  manager: EntityManager,
  { executionId, stepKey }: WaitKey,
): Promise<ExecutionWaitEntity | null> {
  return manager.findOneBy(ExecutionWaitEntity, { executionId, stepKey });
}

export function findWaitByToken(
  manager: EntityManager,
  tokenHash: string,
): Promise<ExecutionWaitEntity | null> {
  return manager.findOneBy(ExecutionWaitEntity, { tokenHash });
}

export type NewWait = Omit<ExecutionWaitEntity, 'countsFrom'>;

/**
 * Stores a wait. Its start is the current time of the database's clock minus `elapsedMs`, so that processes whose
 * clocks differ agree on what happened after the start.
 * @param elapsedMs the time since the start of the node
 */
export async function insertWait(
  manager: EntityManager,
  row: NewWait,
  elapsedMs: number,
): Promise<ExecutionWaitEntity> {
  // A negative `elapsedMs` counts as 0. It occurs if the worker that has started the node has a clock that is ahead of
  // the clock of this worker.
  const countsFrom = () => databaseClock.afterMs(-Math.max(0, elapsedMs));
  await manager.insert(ExecutionWaitEntity, { ...row, countsFrom });
  const { executionId, stepKey } = row;
  const stored = await manager.findOneByOrFail(ExecutionWaitEntity, { executionId, stepKey });
  await renewWaitVersion(manager, row.kind);
  return stored;
}

type WaitEnd = { status: 'met'; data: string } | { status: 'timedOut' };

/**
 * Ends a wait, in a transaction. Locks its row by the primary key alone: if the statement also named the status, MariaDB
 * might read the index of the status, and lock all other waits.
 * @returns false if the wait has ended already or was deleted
 */
export async function endWait(
  manager: EntityManager,
  { executionId, stepKey }: WaitKey,
  end: WaitEnd,
): Promise<boolean> {
  const key = { executionId, stepKey };
  const lock = { mode: 'pessimistic_write' } as const;
  const wait = await manager.findOne(ExecutionWaitEntity, { select: { status: true }, where: key, lock });
  if (wait?.status !== 'waiting') return false;
  await manager.update(ExecutionWaitEntity, key, end);
  return true;
}

/**
 * Ends waits of running executions, and wakes these executions. Waits without data do not end. Other transactions that end one of these waits or
 * executions wait until this transaction has ended.
 * @returns the executions to announce after the commit
 */
export async function meetWaits(
  manager: EntityManager,
  met: readonly MetWait[],
  atMs: number,
): Promise<WokenExecution[]> {
  if (met.length === 0) return [];
  const running = await lockRunning(manager, [...new Set(met.map(({ executionId }) => executionId))]);
  const woken = new Set<string>();
  for (const { data, ...wait } of met) {
    if (!running.has(wait.executionId)) continue;
    const isWoken = data === null || (await endWait(manager, wait, { status: 'met', data }));
    if (isWoken) woken.add(wait.executionId);
  }
  return woken.size === 0 ? [] : wakeExecutions(manager, [...woken], atMs);
}

/**
 * Sets running executions to be due now, even if a worker is saving a wait at this moment. The transaction must have
 * locked them.
 */
export async function wakeExecutions(
  manager: EntityManager,
  ids: readonly string[],
  atMs: number,
): Promise<WokenExecution[]> {
  const id = In([...ids]);
  await manager.update(
    WorkflowExecutionEntity,
    { id, status: 'running' },
    { wakes: () => 'wakes + 1', dueAt: new Date(atMs) },
  );
  return manager.find(WorkflowExecutionEntity, { select: { id: true, wakes: true }, where: { id } });
}
