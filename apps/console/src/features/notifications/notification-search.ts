import { readCount } from '../../app/search-fields';

export interface NotificationSearch {
  page?: number;
  /** The id of the rule whose details are open. */
  rule?: number;
  /** Opens the form for a new rule. */
  create?: true;
}

/** Reads the search of an address. Invalid values become undefined, because the router keeps omitted fields. */
export function readNotificationSearch({ page, rule, create }: Record<string, unknown>): NotificationSearch {
  return { page: readCount(page), rule: readCount(rule), create: create === true || undefined };
}
