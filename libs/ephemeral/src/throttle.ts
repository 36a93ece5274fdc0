import { createHash } from 'node:crypto';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Counter, Tally } from './counters/counter';
import { GatheredCounter } from './counters/gathered-counter';
import { HeadroomCounter } from './counters/headroom-counter';
import { MemoryCounter } from './counters/memory-counter';
import { RedisCounter } from './counters/redis-counter';
import { SharedRedis } from './shared-redis';

/**
 * A counter that stores keys as hashes. Hashes have a fixed length, and hide names and addresses from anybody who can
 * read Redis.
 */
class HashedKeysCounter implements Counter {
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

export interface LimitOptions {
  /** The name of the limit. Limits with the same name share their counts across all instances. */
  name: string;
  /** Maximum number of events in one window. A window opens with the first event. */
  points: number;
  windowSeconds: number;
  /**
   * Set this for events that occur thousands of times per second. They are counted in batches, and locally while the
   * count is far from the limit; see `HeadroomCounter`.
   */
  frequent?: boolean;
}

/**
 * Limits of frequent events are exact if they are below this number. With larger limits, callers do not wait for each
 * count.
 */
const LARGE = 1000;

/** Creates limits. They are shared through Redis if it is configured; otherwise they apply to this process only. */
@Injectable()
export class Throttle {
  constructor(private readonly redis: SharedRedis) {}

  limit(options: LimitOptions): Limit {
    return new Limit(options.points, this.counterOf(options));
  }

  private counterOf(options: LimitOptions): Counter {
    const { client } = this.redis;
    if (!client) return new HashedKeysCounter(new MemoryCounter(options));
    const shared = new HashedKeysCounter(new RedisCounter(this.redis, client, options));
    if (!options.frequent) return shared;
    const gathered = new GatheredCounter(shared);
    return options.points < LARGE ? gathered : new HeadroomCounter(gathered, options.points);
  }
}

/** Counts events by key, such as an address or an account, and refuses events beyond the limit. */
export class Limit {
  constructor(
    private readonly points: number,
    private readonly counter: Counter,
  ) {}

  /**
   * Counts one event.
   * @throws DomainError `too_many` if it exceeds the limit
   */
  async count(key: string): Promise<Tally> {
    const tally = await this.counter.add(key);
    if (tally.count > this.points) throw tooMany(tally);
    return tally;
  }

  /** Subtracts one event, unless its window has closed. */
  async uncount(key: string): Promise<void> {
    const { count } = await this.counter.read(key);
    if (count > 0) await this.counter.add(key, -1);
  }

  /**
   * Checks without counting.
   * @throws DomainError `too_many` if the limit is reached
   */
  async check(key: string): Promise<void> {
    const tally = await this.tally(key);
    if (tally.count >= this.points) throw tooMany(tally);
  }

  tally(key: string): Promise<Tally> {
    return this.counter.read(key);
  }

  clear(key: string): Promise<void> {
    return this.counter.clear(key);
  }
}

function tooMany({ resetMs }: Tally): DomainError {
  return new DomainError('too_many', 'too_many_attempts', 'Too many attempts. Try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  });
}
