import {
  EXECUTION_STATUSES,
  type ExecutionStatus,
  PagedList,
  type TriggerType,
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
} from '@app/entities';
import { chunksOf, type Page, type PageRequest } from '@app/kernel';
import { type EntityManager, type FindOptionsWhere, In, Not } from 'typeorm';
import { deleteAnswers } from '../answers/webhook-answers.queries';
import { deleteCalls } from '../calls/calls.queries';
import { deleteWaits } from '../ending/ended-waits.queries';
import { TRIGGER_TYPES } from '../../workflows/trigger-config';

const SUMMARY = [
  'id',
  'workflowId',
  'revision',
  'status',
  'trigger',
  'startedAt',
  'finishedAt',
  'dryRun',
  'retryOf',
  'parentId',
  'error',
] as const;

/** An execution in a list. */
export type ExecutionSummary = Pick<WorkflowExecutionEntity, (typeof SUMMARY)[number]>;

export interface ExecutionFilter extends PageRequest {
  status?: ExecutionStatus;
  trigger?: TriggerType;
}

/** Rows deleted per statement. */
const CHUNK = 500;

const EXECUTIONS = new PagedList(WorkflowExecutionEntity, {
  columns: SUMMARY,
  order: ['id'],
  direction: 'DESC',
});

/** Lists the executions of a workflow, newest first. */
export function findExecutions(
  manager: EntityManager,
  workflowId: string,
  { status, trigger, ...page }: ExecutionFilter,
): Promise<Page<ExecutionSummary>> {
  // Replace a missing filter by all values of its column, so that one index serves every combination of filters.
  const filtered = { status: status ?? EXECUTION_STATUSES, trigger: trigger ?? TRIGGER_TYPES };
  const isFiltered = status !== undefined || trigger !== undefined;
  return EXECUTIONS.read(manager, page, { equals: { workflowId, ...(isFiltered && filtered) } });
}

/** Finds an execution if it belongs to this workflow. */
export function findExecution(
  manager: EntityManager,
  workflowId: string,
  id: string,
): Promise<WorkflowExecutionEntity | null> {
  return manager.findOneBy(WorkflowExecutionEntity, { id, workflowId });
}

/** The data that started an execution. */
export interface ExecutionCause {
  /** JSON. */
  triggerData: string;
  /** JSON; null if no webhook started the execution. */
  webhookRequest: string | null;
}

/** Null if the execution was deleted. */
export async function findCause(manager: EntityManager, executionId: string): Promise<ExecutionCause | null> {
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, triggerData: true, webhookRequest: true },
    where: { id: executionId },
  });
  return row && { triggerData: row.triggerData, webhookRequest: row.webhookRequest ?? null };
}

/** The parts of an execution's results in order, each a JSON array. */
export async function findResults(manager: EntityManager, executionId: string): Promise<string[]> {
  const parts = await manager.find(WorkflowExecutionResultsEntity, {
    where: { executionId },
    order: { part: 'ASC' },
  });
  return parts.map(({ results }) => results);
}

export type LockedExecution = Pick<WorkflowExecutionEntity, 'id' | 'status' | 'parentId'>;

/** Locks all executions of a workflow until the transaction ends. */
export function lockExecutionsOf(manager: EntityManager, workflowId: string): Promise<LockedExecution[]> {
  return lockExecutions(manager, { workflowId });
}

/** Locks the executions of `ids` that have ended. @returns their ids */
export async function lockEnded(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
  const ended = await lockExecutions(manager, { id: In([...ids]), status: Not('running') });
  return ended.map(({ id }) => id);
}

/** All transactions lock in the same order, so they cannot deadlock. */
function lockExecutions(
  manager: EntityManager,
  where: FindOptionsWhere<WorkflowExecutionEntity>,
): Promise<LockedExecution[]> {
  return manager.find(WorkflowExecutionEntity, {
    select: { id: true, status: true, parentId: true },
    where,
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Deletes executions with their states, results, waits, calls and answers. The transaction must have locked them. */
export async function deleteExecutions(manager: EntityManager, ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids, CHUNK)) {
    await manager.delete(WorkflowExecutionResultsEntity, { executionId: In(chunk) });
    await manager.delete(WorkflowExecutionStateEntity, { executionId: In(chunk) });
    await deleteCalls(manager, chunk);
    await deleteAnswers(manager, chunk);
    await manager.delete(WorkflowExecutionEntity, { id: In(chunk) });
  }
  await deleteWaits(manager, ids);
}
