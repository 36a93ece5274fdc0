import { accountChanged, apiKeyRevoked } from '@app/contracts';
import { EventBus, type Unsubscribe } from '@app/events';
import { Clock } from '@app/kernel';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { STREAM_EVENTS } from './stream-events';
import { StreamHub } from './stream-hub';

/** Passes events from the bus to the open streams. */
@Injectable()
export class StreamFeed implements OnModuleInit, OnModuleDestroy {
  private subscriptions: Unsubscribe[] = [];

  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly hub: StreamHub,
  ) {}

  onModuleInit(): void {
    this.subscriptions = [
      ...STREAM_EVENTS.map((event) => event.follow(this.bus, this.clock, this.hub)),
      this.bus.subscribe(accountChanged, () => void this.hub.endOutdated()),
      this.bus.subscribe(apiKeyRevoked, () => void this.hub.endOutdated()),
      // The bus may have lost events while it was disconnected. Clients read the state again when they reconnect.
      this.bus.onConnected(() => this.hub.endAll()),
    ];
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }
}
