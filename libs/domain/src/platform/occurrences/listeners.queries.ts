import { dialectSql, type TriggerOccurrenceEntity, WorkflowEntity, type WorkflowMode } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** A workflow that listens for occurrences. Each revision may have a different condition. */
export interface ListenerKey {
  id: string;
  revision: number;
  mode: WorkflowMode;
}

/** The keys of the enabled workflows with a trigger of this kind. A draft is never enabled. */
export function readListenerKeys(
  manager: EntityManager,
  kind: TriggerOccurrenceEntity['kind'],
): Promise<ListenerKey[]> {
  return dialectSql.query<ListenerKey>(
    manager,
    'SELECT id, revision, mode FROM workflow WHERE trigger_type = ? AND enabled = ? ORDER BY id',
    [kind, true],
  );
}

/** Reads the triggers of the workflows. Deleted workflows are omitted. */
export async function readTriggers(
  manager: EntityManager,
  ids: readonly string[],
): Promise<(ListenerKey & { config: object })[]> {
  const rows = await manager.find(WorkflowEntity, {
    select: { id: true, revision: true, mode: true, triggerConfig: true },
    where: { id: In([...ids]) },
  });
  return rows.map(({ id, revision, mode, triggerConfig }) => ({ id, revision, mode, config: triggerConfig }));
}
