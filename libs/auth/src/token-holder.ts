import type { Actor } from '@app/kernel';
import type { TokenHolder } from './signed-tokens';

/** Returns the user or the API key that a token of this actor identifies. */
export function tokenHolderOf(actor: Actor): TokenHolder {
  const { apiKeyId, session } = actor;
  return apiKeyId === undefined ? { userId: actor.requireUserId(), session } : { apiKeyId };
}
