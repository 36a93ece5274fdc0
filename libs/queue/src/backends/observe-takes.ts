import type { IQueueBackend } from 'bullmq';

/**
 * Longest wait for a job, in seconds, before a worker asks again. It bounds how long a lost wake-up goes unnoticed, and
 * stays below the time after which a silent connection is closed.
 */
export const LONGEST_WAIT_SECONDS = 3;

/** Calls `onAnswer` each time the server has answered a worker's request for a job, with a job or without one. */
export function observeTakes<Backend extends IQueueBackend>(backend: Backend, onAnswer: () => void): Backend {
  // A busy worker takes its next job along with the end of another.
  for (const method of ['moveToActive', 'moveToCompleted', 'moveToFailed'] as const) {
    const request = backend[method].bind(backend) as (...parameters: unknown[]) => Promise<unknown>;
    const observed = async (...parameters: unknown[]): Promise<unknown> => {
      const answer = await request(...parameters);
      onAnswer();
      return answer;
    };
    Object.assign(backend, { [method]: observed });
  }
  Object.defineProperty(backend, 'maximumBlockTimeout', { value: LONGEST_WAIT_SECONDS });
  return backend;
}
