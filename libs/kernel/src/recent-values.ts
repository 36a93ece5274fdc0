import { LRUCache } from 'lru-cache';
import { runOutsideRequests } from './request-scope';

/**
 * A cache for values that are expensive to compute and never change. It keeps the most recently used values. Concurrent
 * callers for the same key share one computation.
 */
export class RecentValues<Value> {
  private readonly kept: LRUCache<string, Promise<Value>>;

  /** @param most maximum number of cached values */
  constructor(most: number) {
    this.kept = new LRUCache({ max: most });
  }

  /**
   * Returns the value of a key from the cache, or computes it.
   * @param make computes the value. If it fails, its error is thrown and not cached
   */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.kept.get(key);
    if (kept) return kept;
    const value = this.made(key, make);
    this.kept.set(key, value);
    return value;
  }

  /** Removes a value. The next call computes it again. */
  forget(key: string): void {
    this.kept.delete(key);
  }

  private made(key: string, make: () => Promise<Value>): Promise<Value> {
    // The computation must not fail for the other callers if the request of the first caller is abandoned.
    const value = runOutsideRequests(make);
    value.catch(() => {
      if (this.kept.peek(key) === value) this.kept.delete(key);
    });
    return value;
  }
}
