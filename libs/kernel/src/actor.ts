import { DomainError } from './domain-error';
import type { Role } from './roles';

/**
 * The user, the API key or the part of the service that acts. It is the first argument of every service method whose
 * result depends on the caller.
 */
export class Actor {
  private constructor(
    /** Null if an API key or the service itself acts. */
    readonly userId: number | null,
    readonly role: Role,
    /** The username, the name of the API key with its id, or the name of the acting part of the service. */
    readonly name: string,
    readonly apiKeyId?: number,
    /** When the API key expires; null if it does not. */
    readonly expiresAt: Date | null = null,
    /** The number of the user's session. Undefined if it is not known, or if no user acts. */
    readonly session?: number,
  ) {}

  static user(userId: number, role: Role, username: string, session?: number): Actor {
    return new Actor(userId, role, username, undefined, null, session);
  }

  /**
   * The name includes the id, because several keys may have the same name. The space prevents it from being equal to a
   * username.
   */
  static apiKey(id: number, role: Role, name: string, expiresAt: Date | null): Actor {
    return new Actor(null, role, `API key ${name} (${id})`, id, expiresAt);
  }

  /** @param part name of the acting part, for example `nightly-rollup` */
  static system(part: string): Actor {
    return new Actor(null, 'admin', part);
  }

  /**
   * A short text that is unique to this user or API key. It is a part of the keys by which repeated requests are
   * recognized.
   */
  get scope(): string {
    if (this.apiKeyId !== undefined) return `api-key-${this.apiKeyId}`;
    return this.userId === null ? this.name : String(this.userId);
  }

  /**
   * Returns the user's id, for actions that only a user can take.
   * @throws DomainError `forbidden` if an API key acts
   */
  requireUserId(): number {
    if (this.apiKeyId !== undefined) throw userRequired();
    if (this.userId === null) throw new Error(`${this.name} is not a user.`);
    return this.userId;
  }
}

/** Creates the error of a route that only users can call. */
export function userRequired(): DomainError {
  return new DomainError(
    'forbidden',
    'user_required',
    'An API key cannot do this. Sign in as a user and send an access token.',
  );
}
