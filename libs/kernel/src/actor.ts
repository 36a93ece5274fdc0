import type { Role } from './roles';

/** Who acts. First argument of every service method that decides by who asks. */
export class Actor {
  private constructor(
    /** Null for the service itself. */
    readonly userId: number | null,
    readonly role: Role,
    /** The user's name, or the name of the part of the service that acts by itself. */
    readonly name: string,
  ) {}

  static user(userId: number, role: Role, username: string): Actor {
    return new Actor(userId, role, username);
  }

  /** @param part what acts, for example `nightly-rollup` */
  static system(part: string): Actor {
    return new Actor(null, 'admin', part);
  }

  /** The user's id, for what only a user does. */
  requireUserId(): number {
    if (this.userId === null) throw new Error(`${this.name} is no user.`);
    return this.userId;
  }
}
