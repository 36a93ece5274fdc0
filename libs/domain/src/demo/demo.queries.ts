import { AuditEntryEntity } from '@app/entities';
import { type EntityManager, IsNull } from 'typeorm';

/** The audit records of the workflows that the given system actor created, as JSON. */
export async function findWorkflowsMadeBy(manager: EntityManager, part: string): Promise<(string | null)[]> {
  const entries = await manager.find(AuditEntryEntity, {
    select: { id: true, after: true },
    where: { action: 'workflow.created', username: part, userId: IsNull() },
  });
  return entries.map(({ after }) => after);
}
