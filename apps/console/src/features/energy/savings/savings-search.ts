import { readChoice, readCount } from '../../../app/search-fields';
import { SAVINGS_INTERVALS, type SavingsInterval } from './baselines.queries';

/** The choices of the page, as in the address. */
export interface SavingsSearch {
  /** The shown baseline. Without it, the page lists all of them. */
  baseline?: number;
  /** The length of the buckets of the saving. By default, a week. */
  interval?: SavingsInterval;
  page?: number;
}

export function readSavingsSearch({ baseline, interval, page }: Record<string, unknown>): SavingsSearch {
  return {
    baseline: readCount(baseline),
    interval: readChoice(SAVINGS_INTERVALS, interval),
    page: readCount(page),
  };
}
