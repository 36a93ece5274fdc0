import {
  type BulkColumn,
  dialectSql,
  type SqlCondition,
  type TriggerType,
  WorkflowExecutionEntity,
} from '@app/entities';
import { type EntityManager, In } from 'typeorm';
import type { WorkflowStamp } from './execution-request';
import { insertStates } from './execution-state.queries';

/** A new execution, as its rows have it. */
export interface NewExecution {
  id: string;
  workflowId: string;
  revision: number;
  trigger: TriggerType;
  /** JSON. */
  triggerData: string;
  dryRun: boolean;
  requestId: string | null;
  acceptedAtMs: number;
  /** Of an execution that goes on from a failed one: that one's id, and what was kept of it, JSON. */
  retryOf?: string;
  state?: string | null;
}

/**
 * Writes executions that are due at once: in one statement, so that it needs no transaction where none of them brings a
 * state along.
 */
export async function insertExecutions(
  manager: EntityManager,
  executions: readonly NewExecution[],
): Promise<true> {
  await dialectSql.insert(manager, EXECUTIONS, columnsOf(executions));
  const states = executions.flatMap(({ id, state }) => (state ? [{ id, state }] : []));
  if (states.length > 0) await insertStates(manager, states);
  return true;
}

/** Whether all of these executions were written. */
export async function executionsExist(
  manager: EntityManager,
  executions: readonly Pick<NewExecution, 'id'>[],
): Promise<boolean> {
  const id = In(executions.map((execution) => execution.id));
  return (await manager.countBy(WorkflowExecutionEntity, { id })) === executions.length;
}

/**
 * As `insertExecutions`, of executions without states: all of them or, where any of these workflows is not enabled, or
 * was changed since it was read, none.
 * @returns whether they were written
 */
export function insertExecutionsOf(
  manager: EntityManager,
  workflows: readonly WorkflowStamp[],
  executions: readonly NewExecution[],
): Promise<boolean> {
  return dialectSql.insertWhere(manager, EXECUTIONS, columnsOf(executions), areUnchanged(workflows));
}

function areUnchanged(workflows: readonly WorkflowStamp[]): SqlCondition {
  const one = workflows.map(() => '(id = ? AND updated_at = ?)').join(' OR ');
  // A change that is being made is waited for, and then seen.
  const unchanged = `SELECT id FROM workflow WHERE enabled = TRUE AND (${one}) ORDER BY id ${dialectSql.forShare}`;
  return {
    sql: `(SELECT COUNT(*) FROM (${unchanged}) unchanged) = ${workflows.length}`,
    parameters: workflows.flatMap(({ workflowId, changedAtMs }) => [workflowId, new Date(changedAtMs)]),
  };
}

const EXECUTIONS = 'workflow_execution';

function columnsOf(executions: readonly NewExecution[]): BulkColumn[] {
  const column = <T>(value: (execution: NewExecution) => T): T[] => executions.map(value);
  const acceptedAtMs = column((execution) => execution.acceptedAtMs);
  return [
    { name: 'id', type: 'text', values: column(({ id }) => id) },
    { name: 'workflow_id', type: 'text', values: column(({ workflowId }) => workflowId) },
    { name: 'revision', type: 'int', values: column(({ revision }) => revision) },
    { name: 'status', type: 'text', values: column(() => 'running') },
    { name: 'trigger', type: 'text', values: column(({ trigger }) => trigger) },
    { name: 'trigger_data', type: 'text', values: column(({ triggerData }) => triggerData) },
    { name: 'started_at', type: 'instant', values: acceptedAtMs },
    { name: 'due_at', type: 'instant', values: acceptedAtMs },
    { name: 'version', type: 'int', values: 0 },
    { name: 'revivals', type: 'int', values: 0 },
    { name: 'dry_run', type: 'boolean', values: column(({ dryRun }) => (dryRun ? 1 : 0)) },
    { name: 'retry_of', type: 'text', values: column(({ retryOf }) => retryOf ?? null) },
    { name: 'request_id', type: 'text', values: column(({ requestId }) => requestId) },
  ];
}
