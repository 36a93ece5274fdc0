// Runs in the full check only: servers fail, hang, and come back.
// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import { defineJob } from '@app/contracts';
import {
  type DueRecord,
  JobClient,
  type PendingRecords,
  QueueHealth,
  SweepsRecords,
  jobIdFor,
} from '@app/queue';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { waitFor } from '../harness';
import { handling, startClient, startWorker } from './queue-processes';
import { QueueServer, loseQueue } from './queue-servers';

class RecordPayload {
  @IsInt() recordId: number;
}

const process = defineJob({ name: 'process-record', queue: 'records', payload: RecordPayload });
const UNAVAILABLE = { kind: 'unavailable', code: 'queue_unavailable', retryAfterSeconds: 5 };

const knownDown = (jobs: JobClient) =>
  waitFor(() => jobs.isKnownDown, { what: 'the client to notice the loss of its connection' });

const knownUp = (jobs: JobClient) =>
  waitFor(() => !jobs.isKnownDown, { what: 'the client to notice the recovery of its connection' });

describe('the job queue during outages', () => {
  let server: QueueServer;
  let queueUrl: string;
  const processes: INestApplicationContext[] = [];
  const ran: number[] = [];
  const recording = handling(process, async ({ recordId }) => void ran.push(recordId));

  beforeAll(async () => (server = await QueueServer.start()));
  afterAll(() => server.remove());
  beforeEach(async () => {
    queueUrl = await server.freshQueueUrl();
    ran.length = 0;
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.close();
    // A failed test may leave the server stopped or frozen.
    server.thaw();
    await server.start();
  });

  async function client(): Promise<INestApplicationContext> {
    const started = await startClient(queueUrl, [process]);
    processes.push(started);
    return started;
  }

  async function worker(providers: Type[] = [recording]): Promise<INestApplicationContext> {
    const started = await startWorker(queueUrl, [process], providers);
    processes.push(started);
    return started;
  }

  async function expectRefusal(jobs: JobClient, recordId: number, withinMs: number): Promise<void> {
    const calledAtMs = performance.now();
    await expect(jobs.enqueue(process, { recordId })).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - calledAtMs).toBeLessThan(withinMs);
  }

  const hasRun = (recordId: number) => waitFor(() => ran.includes(recordId), { what: `job ${recordId}` });

  it('the job queue starts without its server, refuses jobs in time, and works again after the outage', async () => {
    await server.stop();
    const startedAtMs = performance.now();
    const api = await client();
    await worker();
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    const jobs = api.get(JobClient);
    await expectRefusal(jobs, 1, 5000);
    await knownDown(jobs);
    expect(() => jobs.assertReachable()).toThrow('not available');
    await expect(api.get(QueueHealth).check(500)).resolves.toEqual({ reachable: false, latencyMs: null });
    await expectRefusal(jobs, 2, 200);

    await server.start();
    await knownUp(jobs);
    expect(() => jobs.assertReachable()).not.toThrow();
    await jobs.enqueue(process, { recordId: 3 });
    await hasRun(3);
    expect(ran).toEqual([3]);
  });

  it('the job queue refuses jobs in time while its server hangs, works again afterwards, and stops in time while its server hangs again', async () => {
    const both = [await client(), await worker()];
    const jobs = both[0]?.get(JobClient) as JobClient;
    await jobs.enqueue(process, { recordId: 1 });
    await hasRun(1);

    server.freeze();
    await expectRefusal(jobs, 2, 5000);
    await knownDown(jobs);
    await expectRefusal(jobs, 3, 200);

    server.thaw();
    await knownUp(jobs);
    await jobs.enqueue(process, { recordId: 4 });
    await hasRun(4);
    expect(ran).not.toContain(3);

    server.freeze();
    const closedAtMs = performance.now();
    for (const process of both) await process.close();
    expect(performance.now() - closedAtMs).toBeLessThan(6000);
    processes.length = 0;
  });

  it('the job queue continues after its server restarts', async () => {
    const jobs = (await client()).get(JobClient);
    await worker();
    await jobs.enqueue(process, { recordId: 1 });
    await hasRun(1);
    await server.stop();
    await knownDown(jobs);
    await server.start();
    await knownUp(jobs);
    await jobs.enqueue(process, { recordId: 2 });
    await hasRun(2);
    // A job runs again if the server stops before it knows that the job has ended.
    expect([...new Set(ran)]).toEqual([1, 2]);
  });

  it('the job queue runs a job if and only if it was accepted, even if the server restarts before the deadline', async () => {
    const jobs = (await client()).get(JobClient);
    await jobs.enqueue(process, { recordId: 1 });
    await server.stop();
    const restarted = server.start();
    const added = await jobs.enqueue(process, { recordId: 2 }).then(
      () => true,
      () => false,
    );
    await restarted;
    await knownUp(jobs);
    await jobs.enqueue(process, { recordId: 3 });
    await worker();
    await hasRun(3);
    // The job must have run if and only if it was accepted.
    expect(ran.includes(2)).toBe(added);
  });

  describe('with due records', () => {
    const records = new Map<number, 'due' | 'done'>();
    let readable = true;
    let readingNow = 0;
    let mostReadingAtOnce = 0;

    @SweepsRecords()
    class Records implements PendingRecords<RecordPayload> {
      readonly job = process;

      async findDue(limit: number): Promise<DueRecord<RecordPayload>[]> {
        mostReadingAtOnce = Math.max(mostReadingAtOnce, ++readingNow);
        await new Promise((resolve) => setTimeout(resolve, 50));
        readingNow--;
        if (!readable) throw new Error('The database does not answer.');
        return [...records]
          .filter(([, state]) => state === 'due')
          .slice(0, limit)
          .map(([recordId]) => ({ payload: { recordId }, jobId: jobIdFor(process, recordId, 'only') }));
      }
    }

    const finishing = handling(process, async ({ recordId }) => {
      ran.push(recordId);
      records.set(recordId, 'done');
    });
    const allDone = (timeoutMs: number) =>
      waitFor(() => [...records.values()].every((state) => state === 'done'), {
        timeoutMs,
        what: 'all records',
      });

    beforeEach(() => {
      records.clear();
      readable = true;
      mostReadingAtOnce = 0;
    });

    it('the job queue gets all due records again after the queue has lost its data', async () => {
      const jobs = (await client()).get(JobClient);
      await jobs.enqueueMany(
        process,
        [1, 2, 3].map((recordId) => ({ payload: { recordId }, jobId: jobIdFor(process, recordId, 'only') })),
      );
      for (const recordId of [1, 2, 3]) records.set(recordId, 'due');
      await loseQueue(queueUrl);
      await worker([finishing, Records]);
      await allDone(10_000);

      await loseQueue(queueUrl);
      records.set(4, 'due');
      await allDone(20_000);
      expect(new Set(ran)).toEqual(new Set([1, 2, 3, 4]));
      expect(ran).toHaveLength(4);
    });

    it('the job queue gets every due record, and one sweep reads at a time', async () => {
      for (let recordId = 0; recordId < 30; recordId++) records.set(recordId, 'due');
      await worker([finishing, Records]);
      await allDone(55_000);
      // A record that ends between the search and the queue runs again, so handlers check their record.
      expect(new Set(ran).size).toBe(30);
      expect(mostReadingAtOnce).toBe(1);
    });

    it('the job queue gets each due record even if first the database and then the queue fails', async () => {
      readable = false;
      await worker([finishing, Records]);
      records.set(1, 'due');
      await waitFor(() => mostReadingAtOnce > 0, { what: 'a sweep' });
      readable = true;
      await allDone(10_000);
      await server.stop();
      records.set(2, 'due');
      await server.start();
      await allDone(20_000);
      expect(new Set(ran)).toEqual(new Set([1, 2]));
    });
  });
});
