import type { Actor } from '@app/kernel';
import type { TokenHolder } from './signed-tokens';

/** Returns the user or the API key that a token of this actor identifies. */
export function tokenHolderOf(actor: Actor): TokenHolder {
  return actor.apiKeyId === undefined ? { userId: actor.requireUserId() } : { apiKeyId: actor.apiKeyId };
}
