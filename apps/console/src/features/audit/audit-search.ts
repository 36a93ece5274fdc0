import { readText } from '../../app/search-fields';
import { type CalendarDate, isCalendarDate } from '../../format/calendar-period';

export interface AuditSearch {
  user?: number;
  action?: string;
  from?: CalendarDate;
  /** Inclusive. */
  last?: CalendarDate;
  page?: number;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readAuditSearch({ user, action, from, last, page }: Record<string, unknown>): AuditSearch {
  return {
    user: isCount(user) ? user : undefined,
    action: readText(action)?.slice(0, 64),
    from: isCalendarDate(from) ? from : undefined,
    last: isCalendarDate(last) ? last : undefined,
    page: isCount(page) ? page : undefined,
  };
}
