import type { Role } from './roles';

/**
 * The user or the part of the service that acts. It is the first argument of every service method whose result depends
 * on the caller.
 */
export class Actor {
  private constructor(
    /** Null if the service itself acts. */
    readonly userId: number | null,
    readonly role: Role,
    /** The username, or the name of the acting part of the service. */
    readonly name: string,
  ) {}

  static user(userId: number, role: Role, username: string): Actor {
    return new Actor(userId, role, username);
  }

  /** @param part name of the acting part, for example `nightly-rollup` */
  static system(part: string): Actor {
    return new Actor(null, 'admin', part);
  }

  /** The user's id, for actions that only a user can take. */
  requireUserId(): number {
    if (this.userId === null) throw new Error(`${this.name} is not a user.`);
    return this.userId;
  }
}
