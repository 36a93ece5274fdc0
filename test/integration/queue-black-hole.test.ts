// Runs in the full check only: servers fail, hang, and come back.
// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import { defineJob } from '@app/contracts';
import { JobClient, JobWorkers } from '@app/queue';
import type { INestApplicationContext } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { handling, startClient, startWorker } from './queue-processes';
import { QueueServer } from './queue-servers';

class RecordPayload {
  @IsInt() recordId: number;
}

const FIRST = defineJob({ name: 'first-kind', queue: 'first', payload: RecordPayload });
const SECOND = defineJob({ name: 'second-kind', queue: 'second', payload: RecordPayload });

describe('a worker whose queue server does not respond', () => {
  let server: QueueServer;
  let relay: TcpRelay;
  let worker: INestApplicationContext;
  let client: INestApplicationContext;
  const ran: string[] = [];

  beforeAll(async () => {
    server = await QueueServer.start();
    relay = await TcpRelay.before(await server.freshQueueUrl());
    const handlers = [FIRST, SECOND].map((job) =>
      handling(job, async ({ recordId }) => void ran.push(`${job.name} ${recordId}`)),
    );
    worker = await startWorker(relay.url, [FIRST, SECOND], handlers);
    client = await startClient(relay.url, [FIRST, SECOND]);
  });
  afterAll(async () => {
    await client.close();
    await worker.close();
    await relay.cut();
    await server.remove();
  });
  beforeEach(async () => {
    ran.length = 0;
    await waitFor(async () => (await neglectedAfter(1)).length === 0, { what: 'the worker to take jobs' });
  });

  const jobs = () => client.get(JobClient);
  const neglected = () => worker.get(JobWorkers).neglectedQueues;

  /**
   * Adds a job to each queue.
   * @returns the names of the queues from which the worker takes no jobs
   */
  async function neglectedAfter(recordId: number): Promise<string[]> {
    await waitFor(
      () =>
        jobs()
          .enqueue(FIRST, { recordId })
          .catch(() => false),
      {
        what: `job ${recordId} to be queued`,
      },
    );
    await jobs().enqueue(SECOND, { recordId });
    await waitFor(() => [FIRST, SECOND].every(({ name }) => ran.includes(`${name} ${recordId}`)), {
      // A worker may have lost two connections. It notices each loss after at most 10 s.
      what: `job ${recordId} to run`,
    });
    return neglected();
  }

  it('a worker takes jobs again when the connection works, even if it reconnected during the outage', async () => {
    relay.swallow();
    await waitFor(() => jobs().isKnownDown, { what: 'the client to notice the loss of its connection' });
    // Wait until the worker has closed its connections and its new connections hang in the handshake.
    await waitFor(() => neglected().length === 2, { what: 'the worker to report both lost connections' });
    relay.pass();
    expect(await neglectedAfter(2)).toEqual([]);
  });

  it.each(['reset', 'silent'] as const)(
    'a worker takes jobs again after a response that ends half-way (%s)',
    async (how) => {
      relay.cutNextAnswer(how);
      expect(await neglectedAfter(2)).toEqual([]);
      expect(relay.hasAnswerToCut).toBe(false);
      expect(await neglectedAfter(3)).toEqual([]);
    },
  );
});
