import type { AccessWord } from '@app/auth';

/**
 * Routes of the contract that are not served yet. As soon as one is, the walk fails: move it to a row with its body and
 * its answer.
 */
export const PENDING: readonly (readonly [route: string, access: AccessWord])[] = [
  ['GET /api/workflows/resume/:token', 'public'],
  ['POST /api/workflows/resume/:token', 'public'],
];
