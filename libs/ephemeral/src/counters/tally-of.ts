import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Tally } from './counter';

export function tallyOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Tally {
  return { count: consumedPoints, resetMs: Math.max(msBeforeNext, 0) };
}
