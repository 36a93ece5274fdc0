import type { EventTransport } from './event-transport';
import { PostgresTransport } from './postgres-transport';
import { RedisTransport } from './redis-transport';

export function openTransport(queueUrl: string): EventTransport {
  return /^rediss?:/.test(queueUrl) ? new RedisTransport(queueUrl) : new PostgresTransport(queueUrl);
}
