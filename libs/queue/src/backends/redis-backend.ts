import { once } from 'node:events';
import { newId, within } from '@app/kernel';
import { connectRedis } from '@app/redis';
import { type QueueOptions, Worker, createRedisBackend } from 'bullmq';
import { type Redis, type RedisOptions, ReplyError } from 'ioredis';
import { LONGEST_WAIT_SECONDS, observeTakes } from './observe-takes';
import {
  KEPT_STREAM_EVENTS,
  type QueueBackend,
  type QueueWorker,
  WORKER_RETRY_MS,
  type WorkerDefinition,
} from './queue-backend';

const PREFIX = 'plantroom';
/** Written to find out whether Redis can store something: one without memory still answers a PING. */
const PROBE_KEY = `${PREFIX}:probe`;
const PROBE_LIFETIME_MS = 60_000;

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
      this.ready().then(() => Promise.all([this.write(), ...this.clients.map(echo)])),
      () => this.lastError ?? new Error(`Redis did not answer within ${withinMs} ms.`),
    );
  }

  reconnect(reason: unknown): void {
    // Redis answered, with an error: its connection works.
    if (reason instanceof ReplyError) return;
    // A connection that is being opened has its own time limit.
    for (const client of this.clients) {
      if (client.status === 'ready' || client.status === 'connect') client.disconnect(true);
    }
  }

  createWorker({ queue, processor, tuning, onAnswer }: WorkerDefinition): QueueWorker {
    this.worker ??= this.connect({ maxRetriesPerRequest: null });
    const options = {
      ...tuning,
      connection: this.worker,
      prefix: PREFIX,
      drainDelay: LONGEST_WAIT_SECONDS,
      runRetryDelay: WORKER_RETRY_MS,
    };
    return new Worker(queue, processor, options, (...backend) =>
      observeTakes(createRedisBackend(...backend), onAnswer),
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

  private write(): Promise<unknown> {
    return this.producer.set(PROBE_KEY, '', 'PX', PROBE_LIFETIME_MS);
  }

  private get clients(): Redis[] {
    return this.worker ? [this.producer, this.worker] : [this.producer];
  }

  private connect(options: RedisOptions): Redis {
    const client = connectRedis(this.url, options);
    client.on('error', (error: Error) => (this.lastError = error));
    client.on('ready', () => (this.lastError = undefined));
    return client;
  }
}

/** Rejects if the answer is that of another command: then bytes were lost, and every later answer would be wrong too. */
async function echo(client: Redis): Promise<void> {
  const nonce = newId();
  if ((await client.ping(nonce)) !== nonce) throw new Error('Redis answered another command.');
}
