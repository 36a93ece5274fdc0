import { setImmediate } from 'node:timers/promises';
import { Clock } from '@app/kernel';
import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import { Observable, Subject } from 'rxjs';
import { ChangeFeed } from './change-feed';

/** How often the feed is asked for what is new. */
const TICK_MS = 1000;

/** Sends what is new to all who listen; while nobody does, nothing is computed. */
@Injectable()
export class StreamService implements OnModuleDestroy {
  private readonly events = new Subject<MessageEvent>();
  private listeners = 0;
  private ticker: NodeJS.Timeout | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly feed: ChangeFeed,
  ) {}

  get open(): number {
    return this.listeners;
  }

  listen(): Observable<MessageEvent> {
    return new Observable((listener) => {
      const subscription = this.events.subscribe(listener);
      if (this.listeners++ === 0) this.start();
      return () => {
        subscription.unsubscribe();
        if (--this.listeners === 0) this.stop();
      };
    });
  }

  /** Ends every stream, and lets their last bytes leave before connections are cut. */
  async onModuleDestroy(): Promise<void> {
    this.stop();
    this.events.complete();
    await setImmediate();
  }

  private start(): void {
    this.feed.start(this.clock.nowMs());
    this.ticker = setInterval(() => this.tick(), TICK_MS);
  }

  private stop(): void {
    if (this.ticker) clearInterval(this.ticker);
    this.ticker = null;
  }

  private tick(): void {
    for (const event of this.feed.next(this.clock.nowMs())) this.events.next(event);
  }
}
