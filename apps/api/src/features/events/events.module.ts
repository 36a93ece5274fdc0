import { AccountLoader, ApiKeys, CallersModule, TokensModule } from '@app/auth';
import { Environment } from '@app/config';
import { Clock, type Role } from '@app/kernel';
import { Injectable, Module } from '@nestjs/common';
import { EventsController } from './events.controller';
import { StreamFeed } from './stream-feed';
import { StreamHub } from './stream-hub';
import { STREAM_HEARTBEAT_MS, streamLimits } from './stream-limits';
import { type StreamUser, StreamUsers } from './stream-users';

/** Reads the roles of users and keys with the loaders that also serve requests. */
@Injectable()
class AccountStreamUsers extends StreamUsers {
  constructor(
    private readonly accounts: AccountLoader,
    private readonly keys: ApiKeys,
  ) {
    super();
  }

  rolesOf(users: readonly StreamUser[]): Promise<readonly (Role | null)[]> {
    // All calls happen in one turn of the event loop, so each loader combines its calls into one query.
    return Promise.all(users.map((user) => this.roleOf(user)));
  }

  private async roleOf({ userId, session, apiKeyId }: StreamUser): Promise<Role | null> {
    const account = () => this.accounts.load(userId ?? 0, session);
    const found = await (apiKeyId === undefined ? account() : this.keys.find(apiKeyId));
    return found?.role ?? null;
  }
}

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
