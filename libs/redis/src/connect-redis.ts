import { reconnectDelayMs } from '@app/kernel';
import { Redis, type RedisOptions } from 'ioredis';

/**
 * If a server does not respond within this time, it counts as lost. This also applies to the handshake. Blocking
 * commands must wait for less time.
 */
export const ANSWER_MS = 5000;

const LIMITS: RedisOptions = {
  connectTimeout: 2000,
  socketTimeout: ANSWER_MS,
  keepAlive: 10_000,
  retryStrategy: reconnectDelayMs,
};

/**
 * Opens a connection with a time limit for every response. The connection reconnects by itself. Duplicates of the
 * connection have the same limits, because BullMQ creates its blocking connections as duplicates.
 */
export function connectRedis(url: string, options: RedisOptions = {}): Redis {
  return guard(new Redis(url, { ...LIMITS, ...options }));
}

function guard(client: Redis): Redis {
  // Without a listener, ioredis would print `error` events to the console, including the arguments of AUTH.
  client.on('error', hideCommand);
  client.on('close', () => forgetSocketTimeout(client));
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (override) => guard(duplicate(override));
  return client;
}

/** Removes the arguments of the command from an error, because they may contain a password or a stored code. */
function hideCommand(error: object): void {
  Reflect.deleteProperty(error, 'command');
}

/** Stops a timer when the socket closes. ioredis 5.11 does not stop it, so the timer would destroy the next socket. */
function forgetSocketTimeout(client: Redis): void {
  clearTimeout(Reflect.get(client, 'socketTimeoutTimer') as NodeJS.Timeout | undefined);
  Reflect.set(client, 'socketTimeoutTimer', undefined);
}
