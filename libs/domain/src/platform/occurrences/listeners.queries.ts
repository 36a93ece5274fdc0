import { dialectSql, type TriggerOccurrenceEntity, WorkflowEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** A workflow that listens for occurrences. Each revision may have a different condition. */
export interface ListenerKey {
  id: string;
  revision: number;
}

/** The enabled workflows whose trigger is of this kind. A draft is never enabled. */
export function readListenerKeys(
  manager: EntityManager,
  kind: TriggerOccurrenceEntity['kind'],
): Promise<ListenerKey[]> {
  return dialectSql.query<ListenerKey>(
    manager,
    'SELECT id, revision FROM workflow WHERE trigger_type = ? AND enabled = ? ORDER BY id',
    [kind, true],
  );
}

/** Reads the triggers of the workflows. Deleted workflows are omitted. */
export async function readTriggers(
  manager: EntityManager,
  ids: readonly string[],
): Promise<(ListenerKey & { config: object })[]> {
  const rows = await manager.find(WorkflowEntity, {
    select: { id: true, revision: true, triggerConfig: true },
    where: { id: In([...ids]) },
  });
  return rows.map(({ id, revision, triggerConfig }) => ({ id, revision, config: triggerConfig }));
}
