import {
  type BackendFactory,
  type IQueueBackend,
  createPostgresBackend,
  createRedisBackend,
  isPgPool,
  setDefaultBackendFactory,
} from 'bullmq';
import { PostgresBackend } from './postgres-backend';
import type { QueueBackend } from './queue-backend';
import { RedisBackend } from './redis-backend';

/**
 * Opens the backend for a queue URL.
 * @param workers number of workers that this process will run on this backend
 */
export function openBackend(queueUrl: string, workers: number): QueueBackend {
  return /^rediss?:/.test(queueUrl) ? new RedisBackend(queueUrl) : new PostgresBackend(queueUrl, workers);
}

/**
 * BullModule does not pass a backend when it creates queues, so the backend is chosen here by the type of the
 * connection.
 */
const byConnection: BackendFactory<IQueueBackend, unknown> = (name, options, extra) =>
  isPgPool(options.connection)
    ? createPostgresBackend(name, { ...options, connection: options.connection }, extra)
    : createRedisBackend(name, options as Parameters<typeof createRedisBackend>[1], extra);

setDefaultBackendFactory(byConnection);
