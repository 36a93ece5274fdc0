import { DomainError } from '@app/kernel';
import type { Redis } from 'ioredis';
import { EphemeralStore } from '../ephemeral-store';
import type { SharedRedis } from '../shared-redis';

const PREFIX = 'plantroom:ephemeral:';
const RETRY_AFTER_SECONDS = 5;

/** The script of `swap`. Its parameters are the key, the old value, and the new value if there is one. */
const SWAP = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] then redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL') else redis.call('DEL', KEYS[1]) end
  return 1`;

/** Stores values in the Redis that all instances share. */
export class RedisStore extends EphemeralStore {
  constructor(
    private readonly redis: SharedRedis,
    private readonly client: Redis,
  ) {
    super();
  }

  override async put(key: string, value: string, lifetimeMs: number): Promise<void> {
    await this.run((client) => client.set(PREFIX + key, value, 'PX', lifetimeMs));
  }

  override async putIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    return (await this.run((client) => client.set(PREFIX + key, value, 'PX', lifetimeMs, 'NX'))) === 'OK';
  }

  override read(key: string): Promise<string | null> {
    return this.run((client) => client.get(PREFIX + key));
  }

  override async swap(key: string, from: string, to: string | null): Promise<boolean> {
    const values = to === null ? [from] : [from, to];
    return (await this.run((client) => client.eval(SWAP, 1, PREFIX + key, ...values))) === 1;
  }

  override take(key: string): Promise<string | null> {
    return this.run((client) => client.getdel(PREFIX + key));
  }

  private async run<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    try {
      return await this.redis.run(this.client, () => command(this.client));
    } catch (error) {
      throw new DomainError('unavailable', 'redis_unavailable', 'Redis cannot be reached.', {
        cause: error,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
