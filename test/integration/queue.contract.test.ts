// Runs in the full check only: it waits for retries and stalled jobs.
// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineJob } from '@app/contracts';
import { DomainError, currentRequestId, runInRequest } from '@app/kernel';
import { HandlesJob, JobClient, type JobContext, QueueHealth, jobIdFor } from '@app/queue';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { IsInt } from 'class-validator';
import { waitFor } from '../harness';
import { handling, startClient, startWorker } from './queue-processes';
import { QueueServer } from './queue-servers';

class NumberPayload {
  @IsInt() number: number;
}

const count = defineJob({ name: 'count', queue: 'numbers', payload: NumberPayload });
const fail = defineJob({
  name: 'fail',
  queue: 'numbers',
  payload: NumberPayload,
  attempts: 3,
  backoffMs: 100,
});

const forget = defineJob({
  name: 'forget',
  queue: 'numbers',
  payload: NumberPayload,
  attempts: 1,
  forgetWhenDone: true,
});

const numbersIn = (process: INestApplicationContext) =>
  process.get<Queue>(getQueueToken('numbers'), { strict: false });
const stateOf = (process: INestApplicationContext, jobId: string) => numbersIn(process).getJobState(jobId);
const nothing = async () => undefined;

describe('the job queue', () => {
  let server: QueueServer;
  let queueUrl: string;
  const processes: INestApplicationContext[] = [];

  beforeAll(async () => {
    server = await QueueServer.start();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    queueUrl = await server.freshQueueUrl();
  });
  afterEach(async () => {
    while (processes[0]) await end(processes[0]);
  });

  async function worker(
    ...args: Parameters<typeof startWorker> extends [string, ...infer Rest] ? Rest : never
  ) {
    const process = await startWorker(queueUrl, ...args);
    processes.push(process);
    return { process, jobs: process.get(JobClient) };
  }

  async function client(jobs: Parameters<typeof startClient>[1]) {
    const process = await startClient(queueUrl, jobs);
    processes.push(process);
    return process.get(JobClient);
  }

  async function end(process: INestApplicationContext) {
    processes.splice(processes.indexOf(process), 1);
    await process.close();
  }

  it('the job queue runs each added job once, and never more jobs at a time than its limit', async () => {
    const runs: number[] = [];
    let atOnce = 0;
    let mostAtOnce = 0;
    await worker(
      [count],
      [
        handling(count, async ({ number }) => {
          mostAtOnce = Math.max(mostAtOnce, ++atOnce);
          await new Promise(setImmediate);
          atOnce--;
          runs.push(number);
        }),
      ],
      { WORKER_CONCURRENCY: 20 },
    );
    const jobs = await client([count]);
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    await Promise.all([
      ...numbers.slice(0, 30).map((number) => jobs.enqueue(count, { number })),
      jobs.enqueueMany(
        count,
        numbers.slice(30).map((number) => ({ payload: { number } })),
      ),
    ]);
    await waitFor(() => runs.length >= 60, { what: 'all jobs' });
    expect([...runs].sort((a, b) => a - b)).toEqual(numbers);
    expect(mostAtOnce).toBeGreaterThan(1);
    expect(mostAtOnce).toBeLessThanOrEqual(20);
  });

  it('the job queue retries a failing job with growing delays, up to its maximum number of attempts', async () => {
    const triedAtMs: number[] = [];
    const attempts: number[] = [];
    const { process, jobs } = await worker(
      [fail],
      [
        handling(fail, async (_, { attempt }) => {
          triedAtMs.push(performance.now());
          attempts.push(attempt);
          throw new Error('The gateway does not answer.');
        }),
      ],
    );
    const id = await jobs.enqueue(fail, { number: 1 });
    await waitFor(async () => (await stateOf(process, id)) === 'failed', { what: 'the last try' });
    expect(attempts).toEqual([1, 2, 3]);
    const [first = 0, second = 0, third = 0] = triedAtMs;
    expect(second - first).toBeGreaterThanOrEqual(95);
    expect(third - second).toBeGreaterThanOrEqual(195);
  });

  it('the job queue does not retry a job that fails with an error that no retry can mend', async () => {
    let tries = 0;
    const { process, jobs } = await worker(
      [fail],
      [
        handling(fail, async () => {
          tries++;
          throw new DomainError('conflict', 'refused', 'The job cannot succeed.');
        }),
      ],
    );
    const id = await jobs.enqueue(fail, { number: 1 });
    await waitFor(async () => (await stateOf(process, id)) === 'failed', { what: 'the end' });
    expect(tries).toBe(1);
  });

  it('the job queue checks a payload when the job is enqueued, and again when the job runs', async () => {
    let runs = 0;
    const { process, jobs } = await worker([fail], [handling(fail, async () => void runs++)]);
    const wrong = { number: 'one' } as unknown as NumberPayload;
    await expect(jobs.enqueue(fail, wrong)).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ path: 'number', message: 'must be a whole number' }],
    });
    const { id = '' } = await numbersIn(process).add(
      'fail',
      { payload: wrong },
      { jobId: 'fail-x', attempts: 3 },
    );
    await waitFor(async () => (await stateOf(process, id)) === 'failed', { what: 'the refusal' });
    expect(runs).toBe(0);
  });

  it('the job queue refuses text that the queue cannot store', async () => {
    class TextPayload extends NumberPayload {
      @IsInt({ each: true }) texts: unknown[];
    }
    const note = defineJob({ name: 'note', queue: 'numbers', payload: TextPayload });
    const jobs = await client([note]);
    await expect(jobs.enqueue(note, { number: 1, texts: ['\0'] })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('the job queue runs a delayed job when it is due', async () => {
    let ranAtMs = 0;
    const { jobs } = await worker([count], [handling(count, async () => void (ranAtMs = performance.now()))]);
    const addedAtMs = performance.now();
    await jobs.enqueue(count, { number: 1 }, { delayMs: 700 });
    await waitFor(() => ranAtMs > 0, { what: 'the delayed job' });
    expect(ranAtMs - addedAtMs).toBeGreaterThanOrEqual(690);
    expect(ranAtMs - addedAtMs).toBeLessThan(20_000);
  });

  it('the job queue runs a job only once if its id is added several times before and after the run', async () => {
    const runs: number[] = [];
    const { process, jobs } = await worker(
      [count],
      [handling(count, async ({ number }) => void runs.push(number))],
    );
    const jobId = jobIdFor(count, 7, 'first');
    await Promise.all([1, 2, 3].map(() => jobs.enqueue(count, { number: 7 }, { jobId })));
    await waitFor(async () => (await stateOf(process, jobId)) === 'completed', { what: 'the job' });
    await jobs.enqueue(count, { number: 7 }, { jobId });
    await jobs.enqueue(count, { number: 8 }, { jobId: jobIdFor(count, 7, 'second') });
    await waitFor(() => runs.includes(8), { what: 'the next step' });
    expect(runs).toEqual([7, 8]);
  });

  it.each(['successfully', 'with an error'])(
    'if ended jobs are not recorded, the job queue runs a new job with the id of a job that ended %s',
    async (how) => {
      let runs = 0;
      const { process, jobs } = await worker(
        [forget],
        [
          handling(forget, async () => {
            runs++;
            if (how === 'with an error') throw new Error('It failed.');
          }),
        ],
      );
      const jobId = jobIdFor(forget, 7, 'first');
      for (const run of [1, 2]) {
        await jobs.enqueue(forget, { number: 7 }, { jobId });
        await waitFor(async () => runs === run && (await stateOf(process, jobId)) === 'unknown', {
          what: `the end of run ${run}`,
        });
      }
      expect(runs).toBe(2);
    },
  );

  it('the job queue does not queue a waiting or delayed job twice even if ended jobs are not recorded', async () => {
    const jobs = await client([forget]);
    const jobId = jobIdFor(forget, 7, 'first');
    await jobs.enqueue(forget, { number: 7 }, { jobId, delayMs: 300 });
    await jobs.enqueueMany(forget, [{ payload: { number: 7 }, jobId }, { payload: { number: 8 } }]);
    const runs: number[] = [];
    await worker([forget], [handling(forget, async ({ number }) => void runs.push(number))]);
    await waitFor(() => runs.length >= 2, { what: 'both jobs' });
    await jobs.enqueue(forget, { number: 9 });
    await waitFor(() => runs.includes(9), { what: 'a later job' });
    expect(runs.toSorted((a, b) => a - b)).toEqual([7, 8, 9]);
  });

  it('the job queue passes the request id to the handler and to the jobs that it enqueues', async () => {
    const seen: (string | null | undefined)[] = [];
    @HandlesJob(fail)
    class Relay {
      constructor(private readonly jobs: JobClient) {}

      async run({ number }: NumberPayload, { requestId }: JobContext): Promise<void> {
        seen.push(requestId, currentRequestId());
        await this.jobs.enqueue(count, { number });
      }
    }
    const last = handling(count, async (_, { requestId }) => void seen.push(requestId));
    const { jobs } = await worker([fail, count], [Relay, last]);
    await jobs.enqueue(fail, { number: 1 }, { requestId: 'request-1' });
    await waitFor(() => seen.length === 3, { what: 'both jobs' });
    expect(seen).toEqual(['request-1', 'request-1', 'request-1']);
    await runInRequest('request-2', () => jobs.enqueue(count, { number: 2 }));
    await jobs.enqueue(count, { number: 3 });
    await waitFor(() => seen.length === 5, { what: 'the other jobs' });
    expect(new Set(seen.slice(3))).toEqual(new Set(['request-2', null]));
  });

  it('the job queue gives the job of a killed worker to another worker', async () => {
    const jobs = await client([count]);
    const jobId = await jobs.enqueue(count, { number: 1 });
    const killed = spawn(process.execPath, ['-e', KILLED_WORKER, queueUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    const taken: JobContext[] = [];
    await worker([count], [handling(count, async (_, context) => void taken.push(context))]);
    await waitFor(() => taken.length > 0, { what: 'the other worker' });
    expect(taken).toMatchObject([{ jobId, attempt: 1, stalls: 1 }]);
  });

  it('the job queue waits for running jobs before it closes', async () => {
    const steps: string[] = [];
    const { process, jobs } = await worker(
      [count],
      [
        handling(count, async () => {
          steps.push('begun');
          await new Promise((resolve) => setTimeout(resolve, 300));
          steps.push('ended');
        }),
      ],
    );
    await jobs.enqueue(count, { number: 1 });
    await waitFor(() => steps.length > 0, { what: 'the job' });
    await end(process);
    expect(steps).toEqual(['begun', 'ended']);
  });

  it('the job queue aborts a job that exceeds its time limit, and requeues it without counting an attempt', async () => {
    const begun: number[] = [];
    const untilAborted = handling(fail, async (_, { attempt, signal }) => {
      begun.push(attempt);
      if (begun.length === 1) await once(signal, 'abort');
      signal.throwIfAborted();
    });
    const first = await worker([fail], [untilAborted], {}, { drainMs: 200, abortMs: 2000 });
    const id = await first.jobs.enqueue(fail, { number: 1 });
    await waitFor(() => begun.length > 0, { what: 'the job' });
    await end(first.process);
    const second = await worker([fail], [untilAborted]);
    await waitFor(async () => (await stateOf(second.process, id)) === 'completed', {
      what: 'the second run',
    });
    expect(begun).toEqual([1, 1]);
  });

  it("the job queue refuses to start if a job has no handler or two handlers, or if a handler's job is not declared", async () => {
    await expect(worker([count, fail], [handling(count, nothing)])).rejects.toThrow(
      'The job fail has no handler.',
    );
    await expect(worker([count], [handling(count, nothing), handling(count, nothing)])).rejects.toThrow(
      'The job count has 2 handlers: TestHandler, TestHandler.',
    );
    await expect(worker([count], [handling(count, nothing), handling(fail, nothing)])).rejects.toThrow(
      'TestHandler handles the job fail, which is not declared.',
    );
    await expect(worker([count, { ...count }], [handling(count, nothing)])).rejects.toThrow(
      'The job count is declared more than once.',
    );
  });

  it('the job queue refuses to enqueue an unknown job', async () => {
    const jobs = await client([count]);
    await expect(jobs.enqueue(fail, { number: 1 })).rejects.toThrow('The job fail is not declared.');
  });

  it('the job queue reports whether its server responds', async () => {
    const { process } = await worker([count], [handling(count, nothing)]);
    await expect(process.get(QueueHealth).check(2000)).resolves.toMatchObject({ reachable: true });
  });
});

/** A worker that takes a job and never ends it. Its lock on the job expires after a second. */
const KILLED_WORKER = `
  const { Worker, createPostgresBackend } = require('bullmq');
  const url = process.argv[1];
  const redis = url.startsWith('redis');
  const { Pool } = require('pg');
  const connection = redis
    ? new (require('ioredis').Redis)(url, { maxRetriesPerRequest: null })
    : { connectionString: url, schema: 'bullmq' };
  const run = () => new Promise(() => process.stdout.write('begun'));
  new Worker('numbers', run, { connection, prefix: 'plantroom', lockDuration: 1000, stalledInterval: 300 }, redis ? undefined : createPostgresBackend);
`;
