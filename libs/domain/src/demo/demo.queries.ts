import { AuditEntryEntity } from '@app/entities';
import { type EntityManager, IsNull } from 'typeorm';

/**
 * The records that the given system actor has created, as JSON from the audit log.
 * @param action such as `workflow.created`
 */
export async function findRecordsMadeBy(
  manager: EntityManager,
  part: string,
  action: string,
): Promise<(string | null)[]> {
  const entries = await manager.find(AuditEntryEntity, {
    select: { id: true, after: true },
    where: { action, username: part, userId: IsNull() },
  });
  return entries.map(({ after }) => after);
}
