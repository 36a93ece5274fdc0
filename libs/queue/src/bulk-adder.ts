import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, within } from '@app/kernel';
import type { JobsOptions, Queue } from 'bullmq';
import type { QueueBackend } from './backends/queue-backend';
import type { JobData } from './job-data';

export interface NewJob {
  name: string;
  data: JobData;
  opts: JobsOptions & { jobId: string };
}

interface Waiting {
  queue: Queue<JobData>;
  jobs: NewJob[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Leaves a caller time to answer its own client within 5 s. */
const DEADLINE_MS = 4500;
const RETRY_MS = 100;
const RETRY_AFTER_SECONDS = 5;
const CHUNK = 1000;

/** Adds jobs to their queues: all that are handed in during one turn of the event loop go together. */
export class BulkAdder {
  private waiting: Waiting[] = [];

  constructor(
    private readonly backend: QueueBackend,
    private readonly isKnownDown: () => boolean,
  ) {}

  /** @throws DomainError `unavailable` within 5 s, or at once while the queue is known to be down */
  async add(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    // The time limit is one on silence: many jobs may take longer than a few.
    for (let from = 0; from < jobs.length; from += CHUNK) {
      await this.addChunk(queue, jobs.slice(from, from + CHUNK));
    }
  }

  private async addChunk(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    if (this.isKnownDown()) throw queueUnavailable();
    await new Promise<void>((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.flush());
      this.waiting.push({ queue, jobs, resolve, reject });
    });
  }

  private flush(): void {
    const byQueue = new Map<Queue<JobData>, Waiting[]>();
    for (const entry of this.waiting.splice(0)) {
      const entries = byQueue.get(entry.queue);
      if (entries) entries.push(entry);
      else byQueue.set(entry.queue, [entry]);
    }
    for (const [queue, entries] of byQueue) void this.send(queue, entries);
  }

  private async send(queue: Queue<JobData>, entries: Waiting[]): Promise<void> {
    const jobs = entries.flatMap((entry) => entry.jobs);
    const deadlineMs = performance.now() + DEADLINE_MS;
    try {
      await within(
        DEADLINE_MS,
        this.addUntil(deadlineMs, queue, jobs),
        () => new Error(`The job queue did not answer within ${DEADLINE_MS} ms.`),
      );
      for (const { resolve } of entries) resolve();
    } catch (error) {
      for (const { reject } of entries) reject(queueUnavailable(error));
    }
  }

  /** A short loss of the connection is sat out: under their ids the same jobs can be added twice. */
  private async addUntil(deadlineMs: number, queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
    for (;;) {
      try {
        await this.backend.ready();
        // Too late is never: the caller has been told that nothing was queued.
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
  return new DomainError('unavailable', 'queue_unavailable', 'The job queue cannot be reached at present.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

async function addTogether(queue: Queue<JobData>, jobs: NewJob[]): Promise<void> {
  const [only] = jobs;
  // The bulk way has a cost of its own.
  if (jobs.length === 1 && only) await queue.add(only.name, only.data, only.opts);
  else await queue.addBulk(jobs);
}
