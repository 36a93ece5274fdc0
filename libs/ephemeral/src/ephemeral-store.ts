/**
 * Values that live for minutes and may be lost: codes, one-time ids. All instances of the api see the same where they
 * share a Redis. Keys begin with the name of what they are for: `code:…`.
 *
 * Every method throws DomainError `unavailable` while Redis cannot be reached, after a second at most.
 */
export abstract class EphemeralStore {
  /** Keeps `value` in place of any other of this key. */
  abstract put(key: string, value: string, lifetimeMs: number): Promise<void>;

  /** Keeps `value` where there is none of this key; of calls that race, one succeeds. False for the others. */
  abstract putIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean>;

  abstract read(key: string): Promise<string | null>;

  /**
   * Puts `to` in the place of `from`, for as long as that would have been kept, or removes it. False where there is
   * another value, or none: of calls that race, one succeeds.
   */
  abstract swap(key: string, from: string, to: string | null): Promise<boolean>;

  /** Gives the value and keeps it no longer; of calls that race, one gets it. Null for the others. */
  abstract take(key: string): Promise<string | null>;
}
