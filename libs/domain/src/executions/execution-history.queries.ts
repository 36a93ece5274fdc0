import {
  EXECUTION_STATUSES,
  type ExecutionStatus,
  PagedList,
  type TriggerType,
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
} from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, type FindOptionsWhere, In, Not } from 'typeorm';
import { TRIGGER_TYPES } from '../workflows/trigger-config';

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

/** An execution as lists show it. */
export type ExecutionSummary = Pick<WorkflowExecutionEntity, (typeof SUMMARY)[number]>;

export interface ExecutionFilter extends PageRequest {
  status?: ExecutionStatus;
  trigger?: TriggerType;
}

/** Rows of one statement that removes. */
const CHUNK = 500;

const EXECUTIONS = new PagedList(WorkflowExecutionEntity, {
  columns: SUMMARY,
  order: ['id'],
  direction: 'DESC',
});

/** The executions of a workflow that fit, newest first. */
export function findExecutions(
  manager: EntityManager,
  workflowId: string,
  { status, trigger, ...page }: ExecutionFilter,
): Promise<Page<ExecutionSummary>> {
  // One index serves all filters: what is not asked for stands for each of its values.
  const filtered = { status: status ?? EXECUTION_STATUSES, trigger: trigger ?? TRIGGER_TYPES };
  const isFiltered = status !== undefined || trigger !== undefined;
  return EXECUTIONS.read(manager, page, { equals: { workflowId, ...(isFiltered && filtered) } });
}

/** What the trigger brought, as JSON; null where the execution is gone. */
export async function findTriggerData(manager: EntityManager, executionId: string): Promise<string | null> {
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, triggerData: true },
    where: { id: executionId },
  });
  return row?.triggerData ?? null;
}

/** The parts of an execution's results in their order, each a JSON array. */
export async function findResults(manager: EntityManager, executionId: string): Promise<string[]> {
  const parts = await manager.find(WorkflowExecutionResultsEntity, {
    where: { executionId },
    order: { part: 'ASC' },
  });
  return parts.map(({ results }) => results);
}

/** The ids of all executions of a workflow. None of them goes on until the transaction ends. */
export async function lockExecutionsOf(manager: EntityManager, workflowId: string): Promise<string[]> {
  return lockIds(manager, { workflowId });
}

/** Those of `ids` that have ended, so that nobody writes to them any more. */
export async function lockEnded(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
  return lockIds(manager, { id: In([...ids]), status: Not('running') });
}

/** In one order, so that two that lock the same wait for one another and go on. */
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

/** Removes executions, which the transaction has locked, with all that belongs to them. */
export async function deleteExecutions(manager: EntityManager, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = In(ids.slice(start, start + CHUNK));
    await manager.delete(WorkflowExecutionResultsEntity, { executionId: chunk });
    await manager.delete(WorkflowExecutionStateEntity, { executionId: chunk });
    await manager.delete(WorkflowExecutionEntity, { id: chunk });
  }
}
