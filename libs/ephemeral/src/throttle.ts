import { createHash } from 'node:crypto';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Counter, Tally } from './counters/counter';
import { GatheredCounter } from './counters/gathered-counter';
import { MemoryCounter } from './counters/memory-counter';
import { RedisCounter } from './counters/redis-counter';
import { SharedRedis } from './shared-redis';

export interface LimitOptions {
  /** Of what is limited; limits of one name count together, over all instances. */
  name: string;
  /** So many are let through in one window, which opens with the first. */
  points: number;
  windowSeconds: number;
  /** For what happens thousands of times a second: what is counted of one key at one time is added in one go. */
  gathered?: boolean;
}

/** Makes limits. They are shared through Redis where it is configured, and are of this process alone elsewhere. */
@Injectable()
export class Throttle {
  constructor(private readonly redis: SharedRedis) {}

  limit(options: LimitOptions): Limit {
    const { client } = this.redis;
    const counter = client ? new RedisCounter(this.redis, client, options) : new MemoryCounter(options);
    return new Limit(options.points, options.gathered ? new GatheredCounter(counter) : counter);
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
    const tally = await this.counter.add(stored(key));
    if (tally.count > this.points) throw tooMany(tally);
    return tally;
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
    return this.counter.read(stored(key));
  }

  clear(key: string): Promise<void> {
    return this.counter.clear(stored(key));
  }
}

/** Of one length, and telling nobody who looks into Redis whom it is about. */
function stored(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function tooMany({ resetMs }: Tally): DomainError {
  return new DomainError('too_many', 'too_many_attempts', 'There were too many attempts; try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  });
}
