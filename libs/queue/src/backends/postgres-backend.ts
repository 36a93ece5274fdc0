import { isDoneWithin, withTimeout } from '@app/kernel';
import { type QueueOptions, Worker, createPostgresBackend } from 'bullmq';
import { LONGEST_WAIT_SECONDS, observeTakes } from './observe-takes';
import { ProducerPool } from './producer-pool';
import {
  KEPT_STREAM_EVENTS,
  type QueueBackend,
  type QueueWorker,
  WORKER_RETRY_MS,
  type WorkerDefinition,
} from './queue-backend';
import { QueuePool } from './queue-pool';

const QUERY_CONNECTIONS = 4;
const CLOSE_MS = 1000;

export class PostgresBackend implements QueueBackend {
  private readonly pool: QueuePool;

  /** @param workers number of workers. Each worker listens on its own connection */
  constructor(url: string, workers: number) {
    this.pool = new QueuePool(url, QUERY_CONNECTIONS + workers);
  }

  get queueOptions(): QueueOptions {
    return {
      connection: new ProducerPool(this.pool),
      streams: { events: { maxLen: KEPT_STREAM_EVENTS } },
    };
  }

  ready(): Promise<void> {
    return this.pool.prepared();
  }

  async ping(withinMs: number): Promise<void> {
    await withTimeout(
      withinMs,
      () => this.pool.query('SELECT 1'),
      () => this.pool.lastError ?? new Error(`PostgreSQL did not respond within ${withinMs} ms.`),
    );
  }

  createWorker({ queue, processor, tuning, onAnswer }: WorkerDefinition): QueueWorker {
    const connection = this.pool;
    const options = {
      ...tuning,
      connection,
      drainDelay: LONGEST_WAIT_SECONDS,
      runRetryDelay: WORKER_RETRY_MS,
    };
    return new Worker(queue, processor, options, (name, base, extra) =>
      observeTakes(createPostgresBackend(name, { ...base, connection }, extra), onAnswer),
    );
  }

  reconnect(): void {
    this.pool.renew();
  }

  disconnectWorkers(): void {
    // There is nothing to do, because the queries of workers have a time limit, so workers can always close.
  }

  async close(): Promise<void> {
    // Wait for the pool only for a short time, because a hanging server does not close its connections.
    await isDoneWithin(CLOSE_MS, this.pool.end());
  }
}
