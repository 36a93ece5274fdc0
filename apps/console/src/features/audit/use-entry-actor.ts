import { useActorName } from '../../ui/actor.texts';
import type { AuditEntry } from './audit.queries';

/** Returns a function that names who did what an entry records. The name of a refused sign-in is what somebody typed. */
export function useEntryActor(): (entry: AuditEntry) => string {
  const actorName = useActorName();
  return ({ action, username, userId }) =>
    action === 'session.refused' ? username : actorName(username, userId);
}
