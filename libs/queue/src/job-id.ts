import type { JobDefinition } from '@app/contracts';

/**
 * Returns the id of the job for one step of a record. If two jobs with the same id are enqueued, the queue keeps only
 * one. The id of a finished job is kept for a while, during which the id cannot be enqueued again. A record that needs
 * the same job again must therefore use another step.
 */
export function jobIdFor(
  job: Pick<JobDefinition<object>, 'name'>,
  recordId: number | string,
  step: number | string,
): string {
  return checkedJobId(`${job.name}-${recordId}-${step}`);
}

/**
 * Refuses an id that the queue cannot use. Colons separate keys inside the queue, and integers are ids that the queue
 * generates itself.
 */
export function checkedJobId(id: string): string {
  if (id === '' || id.includes(':') || /^\d+$/.test(id)) {
    throw new Error(`"${id}" cannot be a job id: it must not be empty, be a number, or contain a colon.`);
  }
  return id;
}
