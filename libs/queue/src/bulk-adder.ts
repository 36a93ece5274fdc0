import { setTimeout as delay } from 'node:timers/promises';
import { Batcher, DomainError, withTimeout } from '@app/kernel';
import type { JobsOptions, Queue } from 'bullmq';
import type { QueueBackend } from './backends/queue-backend';
import type { JobData } from './job-data';

export interface NewJob {
  name: string;
  data: JobData;
  opts: JobsOptions & { jobId: string };
}

interface Addition {
  queue: Queue<JobData>;
  jobs: NewJob[];
}

/** Time limit of an addition. It lets the caller respond to its own client within 5 s. */
export const DEADLINE_MS = 4500;
const RETRY_MS = 100;
const RETRY_AFTER_SECONDS = 5;
const CHUNK = 1000;

/** Adds jobs to their queues. All jobs that are added in one turn of the event loop form one batch. */
export class BulkAdder {
  private readonly additions = new Batcher<Addition, void>((all) => this.sendAll(all));

  constructor(
    private readonly backend: QueueBackend,
    private readonly isKnownDown: () => boolean,
  ) {}

  /**
   * Adds jobs to a queue.
   * @throws DomainError `unavailable` within 5 s, or immediately while the queue is known to be down
   */
  async add(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    // Each chunk has its own time limit, because adding many jobs may take longer than adding a few.
    for (let from = 0; from < jobs.length; from += CHUNK) {
      await this.addChunk(queue, jobs.slice(from, from + CHUNK));
    }
  }

  private async addChunk(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    if (this.isKnownDown()) throw queueUnavailable();
    await this.additions.add({ queue, jobs });
  }

  /** Adds the jobs of each queue with one call. Each queue succeeds or fails on its own. */
  private sendAll(additions: readonly Addition[]): Promise<void>[] {
    const sent = new Map<Queue<JobData>, Promise<void>>();
    for (const { queue } of additions) {
      if (sent.has(queue)) continue;
      const jobs = additions.flatMap((addition) => (addition.queue === queue ? addition.jobs : []));
      sent.set(queue, this.send(queue, jobs));
    }
    return additions.map(async ({ queue }) => sent.get(queue));
  }

  private async send(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    const deadlineMs = performance.now() + DEADLINE_MS;
    try {
      await withTimeout(
        DEADLINE_MS,
        () => this.addUntil(deadlineMs, queue, jobs),
        () => new Error(`The job queue did not respond within ${DEADLINE_MS} ms.`),
      );
    } catch (error) {
      throw queueUnavailable(error);
    }
  }

  /** Retries after a short loss of the connection. This is safe, because a job is added only once per id. */
  private async addUntil(deadlineMs: number, queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    for (;;) {
      try {
        await this.backend.ready();
        // After the deadline, the caller has received an error that says that nothing was queued. So nothing may be
        // queued any more.
        if (performance.now() < deadlineMs) await addTogether(queue, jobs);
        return;
      } catch (error) {
        if (performance.now() + RETRY_MS > deadlineMs || this.isKnownDown()) throw error;
        await delay(RETRY_MS);
      }
    }
  }
}

export function queueUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'unavailable',
    'queue_unavailable',
    'The job queue is not available. Try again later.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    },
  );
}

async function addTogether(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
  const [only] = jobs;
  // For a single job, `add` is faster than `addBulk`.
  if (jobs.length === 1 && only) await queue.add(only.name, only.data, only.opts);
  else await queue.addBulk(jobs);
}
