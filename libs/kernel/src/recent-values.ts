import { LRUCache } from 'lru-cache';
import { runOutsideRequests } from './request-scope';

/**
 * A cache of values that are expensive to compute and never change. Keeps the most recently used. Concurrent callers
 * share one computation.
 */
export class RecentValues<Value> {
  private readonly kept: LRUCache<string, Promise<Value>>;

  /** @param most maximum number of cached values */
  constructor(most: number) {
    this.kept = new LRUCache({ max: most });
  }

  /** @param make computes a value that is not cached. Its errors are passed on and not cached */
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
    // Callers that share the computation must not fail when the first caller's request is abandoned.
    const value = runOutsideRequests(make);
    value.catch(() => {
      if (this.kept.peek(key) === value) this.kept.delete(key);
    });
    return value;
  }
}
