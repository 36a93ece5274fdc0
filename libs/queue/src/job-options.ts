import type { Environment } from '@app/config';
import type { JobDefinition } from '@app/contracts';
import type { JobsOptions } from 'bullmq';

/**
 * How long finished jobs are kept, in seconds. During this time they can be inspected, and they are not queued again if
 * a sweep still finds their records. The number of successful jobs is not limited, because a limit would halve the
 * throughput of PostgreSQL.
 */
const KEPT_COMPLETED = { age: 600 };
const KEPT_FAILED = { age: 24 * 3600, count: 5000 };

export function jobOptions(
  job: JobDefinition<object>,
  environment: Pick<Environment, 'JOB_ATTEMPTS' | 'JOB_BACKOFF_MS'>,
  { jobId, delayMs = 0 }: { jobId: string; delayMs?: number },
): JobsOptions & { jobId: string } {
  return {
    jobId,
    delay: Math.max(0, Math.round(delayMs)),
    attempts: job.attempts ?? environment.JOB_ATTEMPTS,
    backoff: { type: 'exponential', delay: job.backoffMs ?? environment.JOB_BACKOFF_MS },
    removeOnComplete: job.forgetWhenDone ? true : KEPT_COMPLETED,
    removeOnFail: job.forgetWhenDone ? true : KEPT_FAILED,
    stackTraceLimit: 5,
  };
}
