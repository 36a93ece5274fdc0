/**
 * Stores values that live for minutes and may be lost, such as codes and one-time ids. If the instances of the api
 * share a Redis, they share these values. Keys begin with the name of their purpose: `code:…`.
 *
 * While Redis is unreachable, every method throws DomainError `unavailable` within a second.
 */
export abstract class EphemeralStore {
  /** Stores `value` and replaces any previous value of the key. */
  abstract put(key: string, value: string, lifetimeMs: number): Promise<void>;

  /** Stores `value` if the key has no value. If calls race, one succeeds and the others return false. */
  abstract putIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean>;

  abstract read(key: string): Promise<string | null>;

  /**
   * Replaces the value `from` with `to` and keeps its expiry. If `to` is null, deletes the value. If calls race, one
   * succeeds.
   * @returns false if the key has another value or none
   */
  abstract swap(key: string, from: string, to: string | null): Promise<boolean>;

  /** Returns the value and deletes it. If calls race, one gets the value and the others get null. */
  abstract take(key: string): Promise<string | null>;
}
