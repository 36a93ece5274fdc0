import { createHash } from 'node:crypto';
import type { Counter, Tally } from './counter';

/**
 * A counter that stores keys as hashes. Hashes have a fixed length, and hide names and addresses from anybody who can
 * read Redis.
 */
export class HashedKeysCounter implements Counter {
  constructor(private readonly counter: Counter) {}

  add(key: string, amount?: number): Promise<Tally> {
    return this.counter.add(hashOf(key), amount);
  }

  read(key: string): Promise<Tally> {
    return this.counter.read(hashOf(key));
  }

  clear(key: string): Promise<void> {
    return this.counter.clear(hashOf(key));
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
