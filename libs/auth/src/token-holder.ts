import type { Actor } from '@app/kernel';
import type { TokenHolder } from './signed-tokens';

/** The user or API key that a token of this actor names. */
export function tokenHolderOf(actor: Actor): TokenHolder {
  return actor.apiKeyId === undefined ? { userId: actor.requireUserId() } : { apiKeyId: actor.apiKeyId };
}
