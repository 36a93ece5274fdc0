import { readChoice, readCount } from '../../../app/search-fields';

/** The statuses in the order of the choice. `open` is the default. */
export const STATUSES = ['open', 'dismissed', 'gone'] as const;

export interface LossesSearch {
  status?: (typeof STATUSES)[number];
  page?: number;
}

export function readLossesSearch({ status, page }: Record<string, unknown>): LossesSearch {
  return { status: readChoice(STATUSES, status), page: readCount(page) };
}
