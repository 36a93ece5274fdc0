import type { IQueueBackend } from 'bullmq';

/**
 * Maximum time in seconds that a worker waits for a job before it asks the server again. If a wake-up is lost, the
 * worker finds the job within this time. It is shorter than the time after which a silent connection is closed.
 */
export const LONGEST_WAIT_SECONDS = 3;

/**
 * Calls `onAnswer` each time the server has responded to a worker's request for a job, even if the response contains no
 * job.
 */
export function observeTakes<Backend extends IQueueBackend>(backend: Backend, onAnswer: () => void): Backend {
  // These three methods request a job: a busy worker gets its next job from the call that completes the previous one.
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
