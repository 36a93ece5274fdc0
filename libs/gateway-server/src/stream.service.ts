import { setImmediate } from 'node:timers/promises';
import { Clock } from '@app/kernel';
import { Injectable, type MessageEvent, type OnModuleDestroy } from '@nestjs/common';
import { Observable, Subject } from 'rxjs';
import { ChangeFeed } from './change-feed';

/** How often the feed is polled for changes. The worker stores them every 500 ms, and a client gets them within 1 s. */
const TICK_MS = 250;
/** After this time without an event, a keep-alive is sent, because clients may treat a silent stream as dead. */
const KEEP_ALIVE_MS = 15_000;

/** Sends changes to all clients. While no client is connected, it computes nothing. */
@Injectable()
export class StreamService implements OnModuleDestroy {
  private readonly events = new Subject<MessageEvent>();
  private listeners = 0;
  private timers: NodeJS.Timeout[] = [];

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

  /** Ends every stream, and flushes it before its connection is closed. */
  async onModuleDestroy(): Promise<void> {
    this.stop();
    this.events.complete();
    await setImmediate();
  }

  private start(): void {
    this.feed.start(this.clock.nowMs());
    this.timers = [
      setInterval(() => this.tick(), TICK_MS),
      setInterval(() => this.events.next({ comment: 'keep-alive' }), KEEP_ALIVE_MS),
    ];
  }

  private stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
  }

  private tick(): void {
    for (const event of this.feed.next(this.clock.nowMs())) this.events.next(event);
  }
}
