import { CallersModule, TokensModule } from '@app/auth';
import { Environment } from '@app/config';
import { Clock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccountStreamUsers } from './account-stream-users';
import { EventsController } from './events.controller';
import { StreamFeed } from './stream-feed';
import { StreamHub } from './stream-hub';
import { streamLimits } from './stream-limits';
import { StreamUsers } from './stream-users';

/** The event stream. Requires `EventBusModule`. */
@Module({
  imports: [CallersModule, TokensModule],
  controllers: [EventsController],
  providers: [
    { provide: StreamUsers, useClass: AccountStreamUsers },
    {
      provide: StreamHub,
      inject: [StreamUsers, Clock, Environment],
      useFactory: (users: StreamUsers, clock: Clock, environment: Environment) =>
        new StreamHub(users, clock, streamLimits(environment)),
    },
    StreamFeed,
  ],
  exports: [StreamHub],
})
export class EventsModule {}
