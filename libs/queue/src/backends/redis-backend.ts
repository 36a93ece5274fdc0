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
/** Matches the errors of a server that was demoted or is starting. A new connection may reach the right server. */
const WRONG_SERVER = /^(READONLY|LOADING|MASTERDOWN)\b/;
/** The key that is written to test whether Redis can store data. A Redis without free memory still responds to PING. */
const PROBE_KEY = `${PREFIX}:probe`;
const PROBE_LIFETIME_MS = 60_000;

export class RedisBackend implements QueueBackend {
  /**
   * The connection of producers. If the connection is lost, its commands fail and are not buffered. A buffered command
   * could queue a job after the caller has received an error.
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
      // The version check is skipped, because the queue would stay unusable if the command of the check failed.
      skipVersionCheck: true,
      streams: { events: { maxLen: KEPT_STREAM_EVENTS } },
    };
  }

  /** Waits until the connection of producers is open. Rejects if a connection attempt fails in the meantime. */
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
    // A connection that is being opened has its own time limit, so it is not replaced here.
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

  /**
   * Pings every connection and waits for all responses, because a fast error on one connection must not hide a silent
   * one.
   */
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

/** Returns true if Redis responded with an error over a working connection. */
function isRefusal(reason: unknown): boolean {
  return reason instanceof ReplyError && !WRONG_SERVER.test((reason as Error).message);
}

/**
 * Sends a PING with a random text, which Redis must return. Rejects if the response belongs to another command, because
 * all later responses would then be mismatched too.
 */
async function echo(client: Redis): Promise<void> {
  const nonce = newId();
  if ((await client.ping(nonce)) !== nonce)
    throw new Error(
      'The response of Redis belongs to another command, so the connection cannot be used any more.',
    );
}
