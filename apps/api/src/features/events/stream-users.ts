import type { Role } from '@app/kernel';

/** The user of a stream with the role at the time it was opened. */
export interface StreamUser {
  readonly userId: number;
  readonly role: Role;
}

/** Decides which streams may stay open. */
export abstract class StreamUsers {
  /** The current roles of these users; deleted users are missing. */
  abstract rolesOf(userIds: readonly number[]): Promise<ReadonlyMap<number, Role>>;
}
