import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { EphemeralStore } from './ephemeral-store';
import { SharedRedis } from './shared-redis';
import { MemoryStore } from './stores/memory-store';
import { RedisStore } from './stores/redis-store';
import { Throttle } from './throttle';

/**
 * What is remembered for minutes: in Redis where `QUEUE_URL` is one, so that all instances of the api agree, and in the
 * memory of the process elsewhere. Wants `ConfigModule`.
 */
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
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
