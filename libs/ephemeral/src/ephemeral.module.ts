import { Clock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { EphemeralStore } from './ephemeral-store';
import { SharedRedis } from './shared-redis';
import { MemoryStore } from './stores/memory-store';
import { RedisStore } from './stores/redis-store';
import { Throttle } from './throttle';

/**
 * Provides the store for short-lived values. If `QUEUE_URL` is the URL of a Redis, values are stored there, so that all
 * instances of the api share them. If not, they are stored in the memory of the process. Requires `EnvironmentModule`.
 */
@Module({
  providers: [
    SharedRedis,
    Throttle,
    {
      provide: EphemeralStore,
      inject: [SharedRedis, Clock],
      useFactory: (redis: SharedRedis, clock: Clock) =>
        redis.client ? new RedisStore(redis, redis.client) : new MemoryStore(clock),
    },
  ],
  exports: [EphemeralStore, Throttle],
})
export class EphemeralModule {}
