import { once } from 'node:events';
import { newId, withTimeout } from '@app/kernel';
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
/** These errors mean that the address may now belong to the wrong server: it was demoted or is starting. */
const WRONG_SERVER = /^(READONLY|LOADING|MASTERDOWN)\b/;
/** Written to test whether Redis can store data. A Redis without free memory still responds to PING. */
const PROBE_KEY = `${PREFIX}:probe`;
const PROBE_LIFETIME_MS = 60_000;

export class RedisBackend implements QueueBackend {
  /**
   * The connection of producers. Its commands fail if the connection is lost, and are not buffered: a job that was
   * refused to a caller must not be queued later.
   */
  private readonly producer: Redis;
  /** The connection of workers. Its commands wait until the connection is restored. */
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
      // The version check is a command. If it failed, the queue would never work again.
      skipVersionCheck: true,
      streams: { events: { maxLen: KEPT_STREAM_EVENTS } },
    };
  }

  /** Rejects if a connection attempt fails in the meantime. */
  async ready(): Promise<void> {
    if (this.producer.status === 'ready') return;
    this.becomesReady ??= once(this.producer, 'ready', { signal: this.closing.signal }).finally(
      () => (this.becomesReady = undefined),
    );
    await this.becomesReady;
  }

  async ping(withinMs: number): Promise<void> {
    await withTimeout(
      withinMs,
      () => this.ready().then(() => this.probe()),
      () => this.lastError ?? new Error(`Redis did not respond within ${withinMs} ms.`),
    );
  }

  reconnect(reason: unknown): void {
    if (isRefusal(reason)) return;
    // A connection that is being opened has a time limit of its own.
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

  /** Waits for every connection, so that a quick refusal cannot hide a silent connection. */
  private async probe(): Promise<void> {
    const write = this.producer.set(PROBE_KEY, '', 'PX', PROBE_LIFETIME_MS);
    const outcomes = await Promise.allSettled([write, ...this.clients.map(echo)]);
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
    if (failures.length > 0) throw failures.find((reason) => !isRefusal(reason)) ?? failures[0];
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

/** True if Redis responded with an error over a working connection. */
function isRefusal(reason: unknown): boolean {
  return reason instanceof ReplyError && !WRONG_SERVER.test((reason as Error).message);
}

/**
 * Rejects if the response belongs to another command: some bytes were lost, and all later responses would be
 * mismatched.
 */
async function echo(client: Redis): Promise<void> {
  const nonce = newId();
  if ((await client.ping(nonce)) !== nonce)
    throw new Error('Redis responded to another command. The connection is out of step.');
}
