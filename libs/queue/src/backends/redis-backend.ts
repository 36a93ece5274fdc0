import { once } from 'node:events';
import { type Processor, type QueueOptions, Worker, createRedisBackend } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { JobData } from '../job-data';
import {
  KEPT_STREAM_EVENTS,
  type QueueBackend,
  type QueueWorker,
  WORKER_RETRY_MS,
  type WorkerTuning,
} from './queue-backend';
import { within } from './within';

const PREFIX = 'plantroom';

const CONNECTION: RedisOptions = {
  connectTimeout: 2000,
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), 2000),
};

export class RedisBackend implements QueueBackend {
  /**
   * For producers. Commands fail together with the connection instead of being kept and sent after it is back: what a
   * caller was refused must not be queued behind its back.
   */
  private readonly producer: Redis;
  /** For workers, whose commands wait for the connection. */
  private worker: Redis | undefined;
  private becomesReady: Promise<unknown> | undefined;
  private lastError: Error | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly url: string) {
    this.producer = this.connect({ enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  }

  get queueOptions(): QueueOptions {
    return {
      connection: this.producer,
      prefix: PREFIX,
      // The check is a command; should it fail, the queue would never work again.
      skipVersionCheck: true,
      streams: { events: { maxLen: KEPT_STREAM_EVENTS } },
    };
  }

  /** Rejects where an attempt to connect fails meanwhile. */
  async ready(): Promise<void> {
    if (this.producer.status === 'ready') return;
    this.becomesReady ??= once(this.producer, 'ready', { signal: this.closing.signal }).finally(
      () => (this.becomesReady = undefined),
    );
    await this.becomesReady;
  }

  async ping(withinMs: number): Promise<void> {
    await within(
      withinMs,
      this.ready().then(() => Promise.all(this.clients.map((client) => client.ping()))),
      () => this.lastError ?? new Error(`Redis did not answer within ${withinMs} ms.`),
    );
  }

  reconnect(): void {
    // One that is being made is left alone.
    for (const client of this.clients) {
      if (client.status === 'ready' || client.status === 'connect') client.disconnect(true);
    }
  }

  createWorker(queue: string, processor: Processor<JobData, void>, tuning: WorkerTuning): QueueWorker {
    this.worker ??= this.connect({ maxRetriesPerRequest: null });
    return new Worker(
      queue,
      processor,
      { ...tuning, connection: this.worker, prefix: PREFIX, runRetryDelay: WORKER_RETRY_MS },
      createRedisBackend,
    );
  }

  disconnectWorkers(): void {
    this.worker?.disconnect();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.worker?.disconnect();
    this.producer.disconnect();
  }

  private get clients(): Redis[] {
    return this.worker ? [this.producer, this.worker] : [this.producer];
  }

  private connect(options: RedisOptions): Redis {
    const client = new Redis(this.url, { ...CONNECTION, ...options });
    // Whether the queue is there is told by `ping`; unhandled, the event would end the process.
    client.on('error', (error: Error) => (this.lastError = error));
    client.on('ready', () => (this.lastError = undefined));
    return client;
  }
}
