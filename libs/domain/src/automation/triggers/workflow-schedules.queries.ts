import { WorkflowEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** The revisions of the workflows that have an enabled schedule, by workflow id. */
export async function readRevisions(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await manager.find(WorkflowEntity, {
    select: { id: true, revision: true },
    where: { id: In([...workflowIds]), enabled: true, triggerType: 'schedule' },
  });
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Reads the workflow and locks it until the transaction ends. */
export function lockScheduled(manager: EntityManager, workflowId: string): Promise<WorkflowEntity | null> {
  return manager.findOne(WorkflowEntity, { where: { id: workflowId }, lock: { mode: 'pessimistic_write' } });
}
