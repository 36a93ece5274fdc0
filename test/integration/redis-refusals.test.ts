// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import { defineJob } from '@app/contracts';
import { JobClient, JobWorkers, QueueHealth } from '@app/queue';
import type { INestApplicationContext } from '@nestjs/common';
import { Redis } from 'ioredis';
import { waitFor } from '../harness';
import { handling, startClient, startWorker } from './queue-processes';
import { QueueServer } from './queue-servers';
import { describeOnRedis } from '../profile';

class NoPayload {}

const job = defineJob({ name: 'do-something', queue: 'anything', payload: NoPayload });

describeOnRedis('a Redis that answers with errors', () => {
  let server: QueueServer;
  let queueUrl: string;
  let admin: Redis;
  const processes: INestApplicationContext[] = [];

  beforeAll(async () => {
    server = await QueueServer.start();
    queueUrl = await server.freshQueueUrl();
    admin = new Redis(queueUrl);
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.close();
  });
  afterAll(async () => {
    await admin.quit();
    await server.remove();
  });

  it('Redis is reported as unreachable while it is out of memory, and as reachable afterwards', async () => {
    const client = await startClient(queueUrl, [job]);
    processes.push(client);
    const isReachable = async () => (await client.get(QueueHealth).check(500)).reachable;
    await waitFor(isReachable, { what: 'the queue' });
    await admin.config('SET', 'maxmemory', '1');
    expect(await isReachable()).toBe(false);
    await waitFor(() => client.get(JobClient).isKnownDown, {
      what: 'the client to notice the loss of its connection',
    });
    await admin.config('SET', 'maxmemory', '0');
    await waitFor(isReachable, { what: 'the queue' });
  });

  it('a process does not log the password that Redis has refused', async () => {
    await admin.config('SET', 'requirepass', 'the-right-password');
    const written: string[] = [];
    const spies = (['log', 'warn', 'error'] as const).map((method) =>
      jest
        .spyOn(console, method)
        .mockImplementation((...parts) => void written.push(parts.map(inspectAll).join(' '))),
    );
    const wrong = new URL(queueUrl);
    wrong.password = 'the-wrong-password';
    processes.push(await startClient(wrong.href, [job]));
    processes.push(await startWorker(wrong.href, [job], [handling(job, async () => undefined)]));
    const [client, worker] = processes;
    await waitFor(() => client?.get(JobClient).isKnownDown, { what: 'the refusal of the client' });
    await waitFor(() => worker?.get(JobWorkers).neglectedQueues.length, {
      what: 'the refusal of the worker',
    });
    for (const spy of spies) spy.mockRestore();
    expect(written).toEqual([]);
  });
});

function inspectAll(part: unknown): string {
  return part instanceof Error ? `${part.stack} ${JSON.stringify(part)}` : JSON.stringify(part);
}
