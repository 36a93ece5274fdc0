import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Counter, Tally } from './counters/counter';
import { GatheredCounter } from './counters/gathered-counter';
import { HashedKeysCounter } from './counters/hashed-keys-counter';
import { HeadroomCounter } from './counters/headroom-counter';
import { MemoryCounter } from './counters/memory-counter';
import { RedisCounter } from './counters/redis-counter';
import { SharedRedis } from './shared-redis';

export interface LimitOptions {
  /** Of what is limited; limits of one name count together, over all instances. */
  name: string;
  /** So many are let through in one window, which opens with the first. */
  points: number;
  windowSeconds: number;
  /**
   * For what happens thousands of times a second: what is counted at one time is added in one go, and of a large limit
   * the beginning is counted ahead, see `HeadroomCounter`.
   */
  frequent?: boolean;
}

/** Points. A limit that is smaller is exact; of a larger one nobody waits for each count. */
const LARGE = 1000;

/** Makes limits. They are shared through Redis where it is configured, and are of this process alone elsewhere. */
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

/** Counts by key (an address, an account) and refuses what goes beyond. */
export class Limit {
  constructor(
    private readonly points: number,
    private readonly counter: Counter,
  ) {}

  /**
   * Counts one more.
   * @throws DomainError `too_many` where it is beyond the limit
   */
  async count(key: string): Promise<Tally> {
    const tally = await this.counter.add(key);
    if (tally.count > this.points) throw tooMany(tally);
    return tally;
  }

  /** Takes back one that was counted, unless its window has closed. */
  async uncount(key: string): Promise<void> {
    const { count } = await this.counter.read(key);
    if (count > 0) await this.counter.add(key, -1);
  }

  /**
   * Counts nothing.
   * @throws DomainError `too_many` where no more is let through
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
  return new DomainError('too_many', 'too_many_attempts', 'There were too many attempts; try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  });
}
