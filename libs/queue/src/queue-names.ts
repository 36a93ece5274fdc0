import type { JobDefinition } from '@app/contracts';

/** The queues of all jobs, each once. */
export function queueNames(jobs: readonly JobDefinition<object>[]): string[] {
  return [...new Set(jobs.map(({ queue }) => queue))];
}
