import { dialectSql, type TriggerType } from '@app/entities';
import type { EntityManager } from 'typeorm';

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

/** Writes executions that are due at once. */
export async function insertExecutions(
  manager: EntityManager,
  executions: readonly NewExecution[],
): Promise<void> {
  const column = <T>(value: (execution: NewExecution) => T): T[] => executions.map(value);
  const ids = column(({ id }) => id);
  const acceptedAtMs = column((execution) => execution.acceptedAtMs);
  await dialectSql.insert(manager, 'workflow_execution', [
    { name: 'id', type: 'text', values: ids },
    { name: 'workflow_id', type: 'text', values: column(({ workflowId }) => workflowId) },
    { name: 'revision', type: 'int', values: column(({ revision }) => revision) },
    { name: 'status', type: 'text', values: column(() => 'running') },
    { name: 'trigger', type: 'text', values: column(({ trigger }) => trigger) },
    { name: 'started_at', type: 'instant', values: acceptedAtMs },
    { name: 'due_at', type: 'instant', values: acceptedAtMs },
    { name: 'version', type: 'int', values: 0 },
    { name: 'revivals', type: 'int', values: 0 },
    { name: 'dry_run', type: 'boolean', values: column(({ dryRun }) => (dryRun ? 1 : 0)) },
    { name: 'retry_of', type: 'text', values: column(({ retryOf }) => retryOf ?? null) },
    { name: 'request_id', type: 'text', values: column(({ requestId }) => requestId) },
  ]);
  await dialectSql.insert(manager, 'workflow_execution_data', [
    { name: 'execution_id', type: 'text', values: ids },
    { name: 'trigger_data', type: 'text', values: column(({ triggerData }) => triggerData) },
    { name: 'state', type: 'text', values: column(({ state }) => state ?? null) },
  ]);
}
