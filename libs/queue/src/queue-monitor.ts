import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { QueueBackend } from './backends/queue-backend';
import { reasonOf } from './reason-of';
import { QUEUE_BACKEND } from './queue.tokens';

const EVERY_MS = 1000;
const PING_MS = 3000;

/** Knows whether the queue's server answers, by asking it all the time. Owns the connection. */
@Injectable()
export class QueueMonitor implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private readonly closing = new AbortController();
  private state: 'unknown' | 'up' | 'down' = 'unknown';
  private readonly events = new EventEmitter().setMaxListeners(0);

  constructor(@Inject(QUEUE_BACKEND) private readonly backend: QueueBackend) {}

  /** True when the last question was not answered. */
  get isKnownDown(): boolean {
    return this.state === 'down';
  }

  onModuleInit(): void {
    void this.watch();
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.backend.close();
  }

  /** Resolves when the server has answered, or at `signal`. */
  async whenUp(signal: AbortSignal): Promise<void> {
    if (this.state !== 'up') await once(this.events, 'up', { signal }).catch(() => undefined);
  }

  /** Asks the server now. Rejects when it does not answer in time. */
  async ask(withinMs: number): Promise<void> {
    await this.backend.ping(withinMs);
  }

  private async watch(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        await this.ask(PING_MS);
        this.becameUp();
      } catch (error) {
        this.becameDown(error);
        this.backend.reconnect(error);
      }
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private becameUp(): void {
    if (this.state === 'down') this.logger.log('The job queue answers again.');
    this.state = 'up';
    this.events.emit('up');
  }

  private becameDown(error: unknown): void {
    if (this.closing.signal.aborted) return;
    if (this.state !== 'down') this.logger.warn(`The job queue cannot be reached: ${reasonOf(error)}`);
    this.state = 'down';
  }
}
