import { WorkflowExecutionEntity, WorkflowRevisionEntity } from '@app/entities';
import { type EntityManager, In, LessThan, LessThanOrEqual, Not } from 'typeorm';

/** Executions that ended before an instant, oldest first. */
export async function findEndedBefore(
  manager: EntityManager,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await manager.find(WorkflowExecutionEntity, {
    select: { id: true },
    where: { finishedAt: LessThan(before), status: Not('running') },
    order: { finishedAt: 'ASC' },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Workflows with more than `count` executions. */
export async function findCrowded(manager: EntityManager, count: number): Promise<string[]> {
  const rows = await manager
    .createQueryBuilder(WorkflowExecutionEntity, 'execution')
    .select('execution.workflow_id', 'workflowId')
    .groupBy('execution.workflow_id')
    .having('COUNT(*) > :count', { count })
    .getRawMany<{ workflowId: string }>();
  return rows.map(({ workflowId }) => workflowId);
}

/** Skips the `count` newest executions of a workflow and returns the next one; null if there is none. */
export async function findFirstBeyond(
  manager: EntityManager,
  workflowId: string,
  count: number,
): Promise<string | null> {
  const [row] = await manager.find(WorkflowExecutionEntity, {
    select: { id: true },
    where: { workflowId },
    order: { id: 'DESC' },
    skip: count,
    take: 1,
  });
  return row?.id ?? null;
}

/** The ended executions of a workflow that are not newer than the given one, oldest first. */
export async function findEndedUpTo(
  manager: EntityManager,
  workflowId: string,
  id: string,
  limit: number,
): Promise<string[]> {
  const rows = await manager.find(WorkflowExecutionEntity, {
    select: { id: true },
    where: { workflowId, id: LessThanOrEqual(id), status: Not('running') },
    order: { id: 'ASC' },
    take: limit,
  });
  return rows.map((row) => row.id);
}

/** Workflows that have revisions other than the current one. */
export async function findRevised(manager: EntityManager): Promise<string[]> {
  const rows = await manager
    .createQueryBuilder(WorkflowRevisionEntity, 'revision')
    .select('revision.workflow_id', 'workflowId')
    .groupBy('revision.workflow_id')
    .having('COUNT(*) > 1')
    .getRawMany<{ workflowId: string }>();
  return rows.map(({ workflowId }) => workflowId);
}

/** The revisions of a workflow, oldest first. `used` is true if a stored execution uses the revision. */
export async function findRevisions(
  manager: EntityManager,
  workflowId: string,
): Promise<{ revision: number; createdAt: Date; used: boolean }[]> {
  const rows = await manager.find(WorkflowRevisionEntity, {
    select: { workflowId: true, revision: true, createdAt: true },
    where: { workflowId },
    order: { revision: 'ASC' },
  });
  const used = await manager
    .createQueryBuilder(WorkflowExecutionEntity, 'execution')
    .select('DISTINCT execution.revision', 'revision')
    .where('execution.workflow_id = :workflowId', { workflowId })
    .getRawMany<{ revision: number }>();
  const usedRevisions = new Set(used.map(({ revision }) => revision));
  return rows.map(({ revision, createdAt }) => ({ revision, createdAt, used: usedRevisions.has(revision) }));
}

export async function deleteRevisions(
  manager: EntityManager,
  workflowId: string,
  revisions: readonly number[],
): Promise<void> {
  await manager.delete(WorkflowRevisionEntity, { workflowId, revision: In([...revisions]) });
}
