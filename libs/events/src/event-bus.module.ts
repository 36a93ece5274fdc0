import { Environment } from '@app/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { EVENT_TRANSPORT, EventBus } from './event-bus';
import type { EventTransport } from './transports/event-transport';
import { PostgresTransport } from './transports/postgres-transport';
import { RedisTransport } from './transports/redis-transport';

/** Provides the process's `EventBus` globally. Requires `EnvironmentModule`. */
@Module({})
export class EventBusModule {
  static forRoot(): DynamicModule {
    return {
      module: EventBusModule,
      global: true,
      providers: [
        {
          provide: EVENT_TRANSPORT,
          inject: [Environment],
          useFactory: ({ QUEUE_URL }: Environment) => openTransport(QUEUE_URL),
        },
        EventBus,
      ],
      exports: [EventBus],
    };
  }
}

function openTransport(queueUrl: string): EventTransport {
  return /^rediss?:/.test(queueUrl) ? new RedisTransport(queueUrl) : new PostgresTransport(queueUrl);
}
