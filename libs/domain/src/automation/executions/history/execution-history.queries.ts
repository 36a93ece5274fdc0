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
  // A missing filter becomes a list of all values of its column, so that one index serves all combinations of filters.
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

/** The trigger data as JSON; null if the execution was deleted. */
export async function findTriggerData(manager: EntityManager, executionId: string): Promise<string | null> {
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, triggerData: true },
    where: { id: executionId },
  });
  return row?.triggerData ?? null;
}

/** The parts of an execution's results in order, each a JSON array. */
export async function findResults(manager: EntityManager, executionId: string): Promise<string[]> {
  const parts = await manager.find(WorkflowExecutionResultsEntity, {
    where: { executionId },
    order: { part: 'ASC' },
  });
  return parts.map(({ results }) => results);
}

/** Locks all executions of a workflow until the transaction ends. @returns their ids */
export async function lockExecutionsOf(manager: EntityManager, workflowId: string): Promise<string[]> {
  return lockIds(manager, { workflowId });
}

/** Locks the executions of `ids` that have ended. @returns their ids */
export async function lockEnded(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
  return lockIds(manager, { id: In([...ids]), status: Not('running') });
}

/** All transactions lock in the same order, so they cannot deadlock. */
async function lockIds(
  manager: EntityManager,
  where: FindOptionsWhere<WorkflowExecutionEntity>,
): Promise<string[]> {
  const rows = await manager.find(WorkflowExecutionEntity, {
    select: { id: true },
    where,
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return rows.map(({ id }) => id);
}

/** Deletes executions with their states and results. The transaction must have locked them. */
export async function deleteExecutions(manager: EntityManager, ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids, CHUNK)) {
    await manager.delete(WorkflowExecutionResultsEntity, { executionId: In(chunk) });
    await manager.delete(WorkflowExecutionStateEntity, { executionId: In(chunk) });
    await manager.delete(WorkflowExecutionEntity, { id: In(chunk) });
  }
}
