import {
  type BulkColumn,
  dialectSql,
  instantColumn,
  type SqlCondition,
  type TriggerType,
  WorkflowExecutionEntity,
} from '@app/entities';
import { type EntityManager, In } from 'typeorm';
import type { WorkflowStamp } from './execution-request';
import { insertStates } from '../record/execution-state.queries';

/** The values of a new execution's rows. */
export interface NewExecution {
  id: string;
  workflowId: string;
  revision: number;
  trigger: TriggerType;
  /** JSON. */
  triggerData: string;
  /** JSON. */
  webhookRequest?: string | null;
  dryRun: boolean;
  requestId: string | null;
  acceptedAtMs: number;
  /** The failed execution that this one retries. */
  retryOf?: string;
  chainDepth?: number;
  /** Why the execution does not run; it is inserted as failed. */
  refusal?: string;
  /** The saved state from which the execution continues, JSON. */
  state?: string | null;
}

/** Inserts executions that are due at once. Without states this is a single statement, so it needs no transaction. */
export async function insertExecutions(
  manager: EntityManager,
  executions: readonly NewExecution[],
): Promise<true> {
  await dialectSql.insert(manager, EXECUTIONS, columnsOf(executions));
  const states = executions.flatMap(({ id, state }) => (state ? [{ id, state }] : []));
  if (states.length > 0) await insertStates(manager, states);
  return true;
}

/** Whether all of these executions are in the database. */
export async function executionsExist(
  manager: EntityManager,
  executions: readonly Pick<NewExecution, 'id'>[],
): Promise<boolean> {
  const id = In(executions.map((execution) => execution.id));
  return (await manager.countBy(WorkflowExecutionEntity, { id })) === executions.length;
}

/**
 * Like `insertExecutions` for executions without states, but inserts only if all of these workflows are enabled and
 * unchanged.
 * @returns false if nothing was inserted
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
  // The lock waits for concurrent transactions that change these workflows, and the query then sees their changes.
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
  const dueAtMs = column((execution) => (execution.refusal === undefined ? execution.acceptedAtMs : null));
  return [
    { name: 'id', type: 'text', values: column(({ id }) => id) },
    { name: 'workflow_id', type: 'text', values: column(({ workflowId }) => workflowId) },
    { name: 'revision', type: 'int', values: column(({ revision }) => revision) },
    {
      name: 'status',
      type: 'text',
      values: column(({ refusal }) => (refusal === undefined ? 'running' : 'failed')),
    },
    { name: 'trigger', type: 'text', values: column(({ trigger }) => trigger) },
    { name: 'trigger_data', type: 'text', values: column(({ triggerData }) => triggerData) },
    { name: 'started_at', type: 'instant', values: acceptedAtMs },
    { name: 'due_at', type: 'instant', values: dueAtMs },
    { name: 'version', type: 'int', values: 0 },
    { name: 'revivals', type: 'int', values: 0 },
    { name: 'dry_run', type: 'boolean', values: column(({ dryRun }) => (dryRun ? 1 : 0)) },
    { name: 'retry_of', type: 'text', values: column(({ retryOf }) => retryOf ?? null) },
    { name: 'request_id', type: 'text', values: column(({ requestId }) => requestId) },
    { name: 'chain_depth', type: 'int', values: column(({ chainDepth }) => chainDepth ?? 0) },
    ...(executions.some(({ webhookRequest }) => webhookRequest)
      ? [
          {
            name: 'webhook_request',
            type: 'text' as const,
            values: column(({ webhookRequest }) => webhookRequest ?? null),
          },
        ]
      : []),
    ...(executions.some(({ refusal }) => refusal !== undefined) ? refusalsOf(executions) : []),
  ];
}

function refusalsOf(executions: readonly NewExecution[]): BulkColumn[] {
  const endedAt = ({ refusal, acceptedAtMs }: NewExecution) =>
    refusal === undefined ? null : new Date(acceptedAtMs);
  return [
    { name: 'error', type: 'text', values: executions.map(({ refusal }) => refusal ?? null) },
    instantColumn('finished_at', executions.map(endedAt)),
  ];
}
