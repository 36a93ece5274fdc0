import type { JobDefinition } from '@app/contracts';

/** Returns the names of the queues of all jobs, without duplicates. */
export function queueNames(jobs: readonly JobDefinition<object>[]): string[] {
  return [...new Set(jobs.map(({ queue }) => queue))];
}
