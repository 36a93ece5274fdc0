import {
  type BulkColumn,
  dialectSql,
  instantColumn,
  type SqlCondition,
  storedMessage,
  WorkflowExecutionEntity,
} from '@app/entities';
import { type EntityManager, In } from 'typeorm';
import type { WorkflowStamp } from './execution-request';
import type { NewExecution } from './new-execution';
import { insertStates } from '../record/execution-state.queries';

/**
 * Inserts executions. They are due at once, except those that wait. If no execution has a state, this is a single
 * statement, so it needs no transaction.
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

/** Returns the given ids that belong to existing executions. */
export async function findExisting(manager: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const rows = await manager.find(WorkflowExecutionEntity, {
    select: { id: true },
    where: { id: In([...ids]) },
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Like `insertExecutions` for executions without states, but inserts them only if all `workflows` are enabled and
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
  // The lock waits for concurrent transactions that change these workflows, so the query sees their changes.
  const unchanged = `SELECT id FROM workflow WHERE enabled = TRUE AND (${one}) ORDER BY id ${dialectSql.forShare}`;
  return {
    sql: `(SELECT COUNT(*) FROM (${unchanged}) unchanged) = ${workflows.length}`,
    parameters: workflows.flatMap(({ workflowId, changedAtMs }) => [workflowId, new Date(changedAtMs)]),
  };
}

const EXECUTIONS = 'workflow_execution';

function columnsOf(executions: readonly NewExecution[]): BulkColumn[] {
  const column = <T>(value: (execution: NewExecution) => T): T[] => executions.map(value);
  const startedAtMs = column(({ acceptedAtMs: atMs, waits }) => (waits ? null : atMs));
  const dueAtMs = column(({ acceptedAtMs: atMs, waits, refusal }) =>
    waits || refusal !== undefined ? null : atMs,
  );
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
    { name: 'started_at', type: 'instant', values: startedAtMs },
    { name: 'due_at', type: 'instant', values: dueAtMs },
    { name: 'version', type: 'int', values: 0 },
    { name: 'revivals', type: 'int', values: 0 },
    { name: 'dry_run', type: 'boolean', values: column(({ dryRun }) => (dryRun ? 1 : 0)) },
    { name: 'retry_of', type: 'text', values: column(({ retryOf }) => retryOf ?? null) },
    { name: 'request_id', type: 'text', values: column(({ requestId }) => requestId) },
    { name: 'chain_depth', type: 'int', values: column(({ chainDepth }) => chainDepth ?? 0) },
    ...givenTexts(
      'webhook_request',
      column(({ webhookRequest }) => webhookRequest),
    ),
    ...givenTexts(
      'given_outputs',
      column(({ givenOutputs }) => givenOutputs),
    ),
    ...(executions.some(({ clockOffsetMs }) => clockOffsetMs)
      ? [
          {
            name: 'clock_offset_ms',
            type: 'bigint' as const,
            values: column(({ clockOffsetMs }) => clockOffsetMs ?? null),
          },
        ]
      : []),
    ...(executions.some(({ serialNumber }) => serialNumber !== undefined)
      ? [
          {
            name: 'serial_number',
            type: 'int' as const,
            values: column(({ serialNumber }) => serialNumber ?? null),
          },
        ]
      : []),
    ...(executions.some(({ callDepth }) => callDepth) ? callsOf(executions) : []),
    ...(executions.some(({ refusal }) => refusal !== undefined) ? refusalsOf(executions) : []),
  ];
}

/** A column that is rarely set. If no execution has a value, the statement leaves the column out. */
function givenTexts(name: string, texts: readonly (string | null | undefined)[]): BulkColumn[] {
  return texts.some(Boolean) ? [{ name, type: 'text', values: texts.map((text) => text ?? null) }] : [];
}

function callsOf(executions: readonly NewExecution[]): BulkColumn[] {
  return [
    { name: 'parent_id', type: 'text', values: executions.map(({ parentId }) => parentId ?? null) },
    { name: 'call_depth', type: 'int', values: executions.map(({ callDepth }) => callDepth ?? 0) },
  ];
}

function refusalsOf(executions: readonly NewExecution[]): BulkColumn[] {
  return [
    {
      name: 'error',
      type: 'text',
      values: executions.map(({ refusal }) => storedMessage.to(refusal ?? null)),
    },
    instantColumn('finished_at', executions.map(refusedAt)),
  ];
}

function refusedAt({ refusal, acceptedAtMs }: NewExecution): Date | null {
  return refusal === undefined ? null : new Date(acceptedAtMs);
}
