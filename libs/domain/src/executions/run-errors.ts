import type { NodeError } from '@app/workflow-engine';

/** So often is an execution taken up anew without getting any further. */
export const MOST_REVIVALS = 5;

export const timeIsUp = (limitMs: number): NodeError => ({
  code: 'active_time_exceeded',
  message: `The execution was at work for longer than ${limitMs} ms.`,
  fatal: true,
});

export const givenUp = (revivals: number): NodeError => ({
  code: 'given_up',
  message: `The execution was taken up anew ${revivals} times, and each time broke off before it got any further.`,
  fatal: true,
});

export const stuck = (): NodeError => ({
  code: 'stuck',
  message: 'The execution cannot go on: nothing is under way, and nothing is waited for.',
  fatal: true,
});
