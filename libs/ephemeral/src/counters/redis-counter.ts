import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { SharedRedis } from '../shared-redis';
import { type Counter, type CounterOptions, NOTHING, type Tally } from './counter';
import { MemoryCounter } from './memory-counter';
import { tallyOf } from './tally-of';

/**
 * Counts in the Redis that all instances share. While Redis is unreachable, each instance counts on its own, so that an
 * outage neither removes the limit nor blocks all clients.
 */
export class RedisCounter implements Counter {
  private readonly limiter: RateLimiterRedis;
  private readonly meanwhile: MemoryCounter;

  constructor(
    private readonly redis: SharedRedis,
    private readonly client: Redis,
    options: CounterOptions,
  ) {
    this.limiter = new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `plantroom:throttle:${options.name}`,
      points: 1,
      duration: options.windowSeconds,
    });
    this.meanwhile = new MemoryCounter(options);
  }

  add(key: string, amount?: number): Promise<Tally> {
    return this.run(
      async () => tallyOf(await this.limiter.penalty(key, amount)),
      () => this.meanwhile.add(key, amount),
    );
  }

  read(key: string): Promise<Tally> {
    return this.run(
      async () => {
        const result = await this.limiter.get(key);
        return result ? tallyOf(result) : NOTHING;
      },
      () => this.meanwhile.read(key),
    );
  }

  async clear(key: string): Promise<void> {
    await this.meanwhile.clear(key);
    await this.run(
      () => this.limiter.delete(key),
      () => Promise.resolve(false),
    );
  }

  private async run<T>(shared: () => Promise<T>, meanwhile: () => Promise<T>): Promise<T> {
    try {
      return await this.redis.run(this.client, shared);
    } catch {
      // `SharedRedis` already logs that Redis is unreachable.
      return meanwhile();
    }
  }
}
