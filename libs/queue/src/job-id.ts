import type { JobDefinition } from '@app/contracts';

/**
 * The id under which the job of a record's step is queued: made twice, it is still one job. The id of a finished job is
 * held for a while and ignored when it is added again; so a record that needs the same job anew names another step.
 */
export function jobIdFor(
  job: Pick<JobDefinition<object>, 'name'>,
  recordId: number | string,
  step: number | string,
): string {
  return checkedJobId(`${job.name}-${recordId}-${step}`);
}

/** A colon separates keys inside the queue, and a bare integer is an id that the queue gives out itself. */
export function checkedJobId(id: string): string {
  if (id === '' || id.includes(':') || /^\d+$/.test(id)) {
    throw new Error(`"${id}" cannot be a job id: it must not be empty, a number, or contain a colon.`);
  }
  return id;
}
