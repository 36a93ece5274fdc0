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

/** @param workers how many workers this process will run on it */
export function openBackend(queueUrl: string, workers: number): QueueBackend {
  return /^rediss?:/.test(queueUrl) ? new RedisBackend(queueUrl) : new PostgresBackend(queueUrl, workers);
}

/** BullModule names no backend when it makes a queue: the connection that it was given decides. */
const byConnection: BackendFactory<IQueueBackend, unknown> = (name, options, extra) =>
  isPgPool(options.connection)
    ? createPostgresBackend(name, { ...options, connection: options.connection }, extra)
    : createRedisBackend(name, options as Parameters<typeof createRedisBackend>[1], extra);

setDefaultBackendFactory(byConnection);
