import { setImmediate as nextTurn } from 'node:timers/promises';
import { withTimeout } from '@app/kernel';
import { gatewayTimedOut } from './gateway-errors';

/**
 * Runs `work` and fails with `upstream_timeout` after `limitMs`. At the limit, the signal of `work` is aborted with
 * this error. A circuit breaker inside `work` counts the error before the caller gets it.
 */
export async function withinLimit<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withTimeout(limitMs, work, () => gatewayTimedOut(limitMs));
  } catch (error) {
    await nextTurn();
    throw error;
  }
}
