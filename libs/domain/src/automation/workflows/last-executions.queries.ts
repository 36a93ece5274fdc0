import { dialectSql, type ExecutionStatus } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** The execution of a workflow that was accepted last. */
export interface LastExecution {
  id: string;
  status: ExecutionStatus;
  startedAt: Date | null;
  finishedAt: Date | null;
  dryRun: boolean;
}

interface LastExecutionRow extends Pick<LastExecution, 'id' | 'status'> {
  workflowId: string;
  startedMs: number | null;
  finishedMs: number | null;
  /** MySQL returns booleans as numbers. */
  dryRun: boolean | number;
}

/**
 * Returns the last execution of each workflow that has one, by the id of the workflow. Ids of executions sort by time.
 * The query has a branch for each workflow, because PostgreSQL chooses the index by the number of executions of the
 * workflow.
 */
export async function findLastExecutions(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<Map<string, LastExecution>> {
  if (workflowIds.length === 0) return new Map();
  const last = `(SELECT id, workflow_id AS "workflowId", status, dry_run AS "dryRun",
      ${dialectSql.instantMs('started_at')} AS "startedMs", ${dialectSql.instantMs('finished_at')} AS "finishedMs"
    FROM workflow_execution WHERE workflow_id = ? ORDER BY id DESC LIMIT 1)`;
  const rows = await dialectSql.query<LastExecutionRow>(
    manager,
    workflowIds.map(() => last).join(' UNION ALL '),
    workflowIds,
  );
  return new Map(rows.map(({ workflowId, ...row }) => [workflowId, toLastExecution(row)]));
}

function toLastExecution(row: Omit<LastExecutionRow, 'workflowId'>): LastExecution {
  const { id, status, startedMs, finishedMs, dryRun } = row;
  return {
    id,
    status,
    startedAt: instant(startedMs),
    finishedAt: instant(finishedMs),
    dryRun: Boolean(dryRun),
  };
}

function instant(atMs: number | null): Date | null {
  return atMs === null ? null : new Date(atMs);
}
