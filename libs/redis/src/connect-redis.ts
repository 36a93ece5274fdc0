import { reconnectDelayMs } from '@app/kernel';
import { Redis, type RedisOptions } from 'ioredis';

/** A server that owes an answer for this long is lost, during the handshake too. Blocking commands must wait less. */
export const ANSWER_MS = 5000;

const LIMITS: RedisOptions = {
  connectTimeout: 2000,
  socketTimeout: ANSWER_MS,
  keepAlive: 10_000,
  retryStrategy: reconnectDelayMs,
};

/**
 * Opens a connection that never waits for an answer without a limit. It reconnects by itself. The limits hold for its
 * duplicates too: BullMQ makes its blocking connections that way.
 */
export function connectRedis(url: string, options: RedisOptions = {}): Redis {
  return guard(new Redis(url, { ...LIMITS, ...options }));
}

function guard(client: Redis): Redis {
  // ioredis prints an `error` event without a listener to the console, with the arguments of AUTH.
  client.on('error', hideCommand);
  client.on('close', () => forgetSocketTimeout(client));
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (override) => guard(duplicate(override));
  return client;
}

/** Removes the arguments of the command from an error: a password, or a code that was stored. */
function hideCommand(error: object): void {
  Reflect.deleteProperty(error, 'command');
}

/** ioredis 5.11 does not stop this timer when the socket closes; it would then destroy the next socket. */
function forgetSocketTimeout(client: Redis): void {
  clearTimeout(Reflect.get(client, 'socketTimeoutTimer') as NodeJS.Timeout | undefined);
  Reflect.set(client, 'socketTimeoutTimer', undefined);
}
