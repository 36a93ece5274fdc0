import type { Role } from '@app/kernel';

/** Who reads a stream, as he was when he opened it. */
export interface StreamUser {
  readonly userId: number;
  readonly role: Role;
}

/** Whose streams may stay open. */
export abstract class StreamUsers {
  /** The present roles of these users; of those that are no more, none. */
  abstract rolesOf(userIds: readonly number[]): Promise<ReadonlyMap<number, Role>>;
}
