import { connectRedis } from '@app/redis';
import { ReplyError } from 'ioredis';
import type { WorkerDefinition } from './queue-backend';
import { RedisBackend } from './redis-backend';

jest.mock('@app/redis');
jest.mock('bullmq');

/** A fake of an open connection. Each command has the given outcome. */
function connection(outcome: () => Promise<string>) {
  return { status: 'ready', on: jest.fn(), disconnect: jest.fn(), set: outcome, ping: outcome };
}

const refused = (message: string) => () => Promise.reject(new ReplyError(message));
const silent = () => new Promise<string>(() => undefined);

/**
 * Pings through the connections of a producer and a worker.
 * @returns the connections that are replaced as a result
 */
async function pingOver(...connections: ReturnType<typeof connection>[]) {
  for (const one of connections) jest.mocked(connectRedis).mockReturnValueOnce(one as never);
  const backend = new RedisBackend('redis://nowhere.test');
  if (connections.length > 1) backend.createWorker({} as WorkerDefinition);
  const failure: unknown = await backend.ping(20).catch((error: unknown) => error);
  backend.reconnect(failure);
  return connections.map(({ disconnect }) => disconnect.mock.calls.length > 0);
}

describe('RedisBackend', () => {
  it('keeps its connections if Redis responds but refuses writes', async () => {
    expect(await pingOver(connection(refused('OOM command not allowed')))).toEqual([false]);
  });

  it.each([
    "READONLY You can't write against a read only replica.",
    'LOADING Redis is loading the dataset in memory',
    'MASTERDOWN Link with MASTER is down',
  ])('reconnects if the server responds with %s', async (message) => {
    expect(await pingOver(connection(refused(message)))).toEqual([true]);
  });

  it("replaces a worker's silent connection even if Redis refuses writes", async () => {
    const producer = connection(refused('OOM command not allowed'));
    expect(await pingOver(producer, connection(silent))).toEqual([true, true]);
  });
});
