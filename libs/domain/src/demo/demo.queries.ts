import { AuditEntryEntity } from '@app/entities';
import { type EntityManager, IsNull } from 'typeorm';

/** The audit records of the creations by the given system actor, as JSON. @param action such as `workflow.created` */
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
