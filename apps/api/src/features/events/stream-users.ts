import type { Actor, Role } from '@app/kernel';

/** The user with their session, or the API key of a stream, with the role at the time it was opened. */
export type StreamUser = Pick<Actor, 'userId' | 'session' | 'apiKeyId' | 'role' | 'expiresAt'>;

/** Decides which streams may stay open. */
export abstract class StreamUsers {
  /**
   * Returns the current role of each user or key, in the same order. The role is null if the user or the key has been
   * deleted, if the session was ended, or if the key has expired.
   */
  abstract rolesOf(users: readonly StreamUser[]): Promise<readonly (Role | null)[]>;
}

/** Returns true if both streams belong to the same user or the same key. */
export function isSameUser(one: StreamUser, other: StreamUser): boolean {
  return one.userId === other.userId && one.apiKeyId === other.apiKeyId;
}
