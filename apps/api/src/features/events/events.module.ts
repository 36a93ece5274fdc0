import { AccountLoader, TokensModule } from '@app/auth';
import { Environment } from '@app/config';
import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccountStreamUsers } from './account-stream-users';
import { EventsController } from './events.controller';
import { StreamFeed } from './stream-feed';
import { StreamHub } from './stream-hub';
import { StreamUsers } from './stream-users';

const HEARTBEAT_MS = 30_000;
/** An event has a few hundred bytes, so `LIMIT_STREAM_QUEUE` is the limit that is usually reached. */
const QUEUE_BYTES = 1024 * 1024;

/** The event stream. Wants `EventBusModule`. */
@Module({
  imports: [TokensModule],
  controllers: [EventsController],
  providers: [
    { provide: Clock, useClass: SystemClock },
    AccountLoader,
    { provide: StreamUsers, useClass: AccountStreamUsers },
    {
      provide: StreamHub,
      inject: [StreamUsers, Clock, Environment],
      useFactory: (users: StreamUsers, clock: Clock, environment: Environment) =>
        new StreamHub(users, clock, {
          queue: { length: environment.LIMIT_STREAM_QUEUE, bytes: QUEUE_BYTES },
          streamsPerUser: environment.LIMIT_STREAMS_PER_USER,
          heartbeatMs: HEARTBEAT_MS,
        }),
    },
    StreamFeed,
  ],
  exports: [StreamHub],
})
export class EventsModule {}
