import { readCount } from '../../app/search-fields';

export interface NotificationSearch {
  page?: number;
  /** The id of the rule whose details are open. */
  rule?: number;
  /** Opens the form for a new rule. */
  create?: true;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readNotificationSearch({ page, rule, create }: Record<string, unknown>): NotificationSearch {
  return { page: readCount(page), rule: readCount(rule), create: create === true || undefined };
}
