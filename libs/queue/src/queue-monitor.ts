import { EventEmitter, once } from 'node:events';
import { repeatUntilAborted } from '@app/kernel';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { QueueBackend } from './backends/queue-backend';
import { DEADLINE_MS } from './bulk-adder';
import { reasonOf } from './reason-of';
import { QUEUE_BACKEND } from './queue.tokens';

const EVERY_MS = 1000;

/** Monitors the queue's server by regular pings. Owns the connection to the server. */
@Injectable()
export class QueueMonitor implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private readonly closing = new AbortController();
  private state: 'unknown' | 'up' | 'down' = 'unknown';
  private readonly events = new EventEmitter().setMaxListeners(0);

  constructor(@Inject(QUEUE_BACKEND) private readonly backend: QueueBackend) {}

  /** True if the last ping got no response. */
  get isKnownDown(): boolean {
    return this.state === 'down';
  }

  onModuleInit(): void {
    void repeatUntilAborted(this.closing.signal, () => this.check());
  }

  async onApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.backend.close();
  }

  /** Resolves when the server has responded, or when `signal` is aborted. */
  async whenUp(signal: AbortSignal): Promise<void> {
    if (this.state !== 'up') await once(this.events, 'up', { signal }).catch(() => undefined);
  }

  /** Pings the server immediately. Rejects if the server does not respond within `withinMs`. */
  async ask(withinMs: number): Promise<void> {
    await this.backend.ping(withinMs);
  }

  /**
   * Pings the server and logs a change of its state.
   * @returns the milliseconds until the next check
   */
  private async check(): Promise<number> {
    try {
      // A ping may take as long as an addition, so that a busy machine is not taken for an unreachable server.
      await this.ask(DEADLINE_MS);
      this.becameUp();
    } catch (error) {
      this.becameDown(error);
      this.backend.reconnect(error);
    }
    return EVERY_MS;
  }

  private becameUp(): void {
    if (this.state === 'down') this.logger.log('The job queue is reachable again.');
    this.state = 'up';
    this.events.emit('up');
  }

  private becameDown(error: unknown): void {
    if (this.closing.signal.aborted) return;
    if (this.state !== 'down') this.logger.warn(`The job queue cannot be reached: ${reasonOf(error)}`);
    this.state = 'down';
  }
}
