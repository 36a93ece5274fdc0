import { CallersModule, TokensModule } from '@app/auth';
import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccountStreamUsers } from './account-stream-users';
import { EventsController } from './events.controller';
import { StreamFeed } from './stream-feed';
import { StreamHub } from './stream-hub';
import { STREAM_HEARTBEAT_MS, streamLimits } from './stream-limits';
import { StreamUsers } from './stream-users';

/** The event stream. Requires `EventBusModule`. */
@Module({
  imports: [CallersModule, TokensModule],
  controllers: [EventsController],
  providers: [
    { provide: StreamUsers, useClass: AccountStreamUsers },
    { provide: STREAM_HEARTBEAT_MS, useValue: 30_000 },
    {
      provide: StreamHub,
      inject: [StreamUsers, Clock, Environment, STREAM_HEARTBEAT_MS],
      useFactory: (users: StreamUsers, clock: Clock, environment: Environment, heartbeatMs: number) =>
        new StreamHub(users, clock, streamLimits(environment, heartbeatMs)),
    },
    StreamFeed,
  ],
  exports: [StreamHub],
})
export class EventsModule {}
