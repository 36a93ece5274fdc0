import { readChoice, readCount } from '../../app/search-fields';
import { type CalendarDate, isCalendarDate } from '../../format/calendar-period';
import { WORK_STATUSES, WORK_TYPES, type WorkStatus } from './work-steps';

export const VIEWS = ['calendar', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** The view, its filters and the opened work order, as in the address. */
export interface MaintenanceSearch {
  /** By default, the calendar. */
  view?: View;
  /** A date in the month of the calendar. By default, today. */
  date?: CalendarDate;
  status?: WorkStatus;
  type?: (typeof WORK_TYPES)[number];
  /** Lists only work orders with a due date, earliest first. By default, all, newest first. */
  sort?: 'due';
  /** Only work orders that are assigned to the user. */
  mine?: true;
  page?: number;
  /** The id of the work order whose details are open. */
  order?: number;
  /** Opens the form for a new work order. */
  plan?: true;
  /** The day for which a new work order is planned. */
  day?: CalendarDate;
  /** The id of the fault that a new work order repairs. */
  fault?: number;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readMaintenanceSearch(search: Record<string, unknown>): MaintenanceSearch {
  const { date, day, mine, plan } = search;
  return {
    view: readChoice(VIEWS, search.view),
    date: isCalendarDate(date) ? date : undefined,
    status: readChoice(WORK_STATUSES, search.status),
    type: readChoice(WORK_TYPES, search.type),
    sort: search.sort === 'due' ? 'due' : undefined,
    mine: mine === true || undefined,
    page: readCount(search.page),
    order: readCount(search.order),
    plan: plan === true || undefined,
    day: isCalendarDate(day) ? day : undefined,
    fault: readCount(search.fault),
  };
}
