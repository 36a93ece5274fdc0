import { AuditEntryEntity } from '@app/entities';
import { type EntityManager, IsNull } from 'typeorm';

/** What the log tells of the workflows that a part of the service made: of each the record of that, as JSON. */
export async function findWorkflowsMadeBy(manager: EntityManager, part: string): Promise<(string | null)[]> {
  const entries = await manager.find(AuditEntryEntity, {
    select: { id: true, after: true },
    where: { action: 'workflow.created', username: part, userId: IsNull() },
  });
  return entries.map(({ after }) => after);
}
