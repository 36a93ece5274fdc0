import type { Tone } from '../../ui/badge';
import { type CalendarDate, type Span, dateIn, moved, spanOf, weekStart } from '../../format/calendar-period';
import type { WorkOrder } from './maintenance.queries';
import { timesBetween } from './recurrence';
import { isClosed, type WorkStatus } from './work-steps';

/** `planned`: a later work order of a series, which does not exist yet. */
export type EntryState = WorkStatus | 'overdue' | 'planned';

/** A work order on the day on which it is due. */
export interface CalendarEntry {
  key: string;
  order: WorkOrder;
  date: CalendarDate;
  at: string;
  state: EntryState;
}

export const ENTRY_TONES: Record<EntryState, Tone> = {
  open: 'caution',
  in_progress: 'info',
  on_hold: 'neutral',
  completed: 'good',
  cancelled: 'neutral',
  overdue: 'critical',
  planned: 'neutral',
};

/** Maximum number of planned entries of one series. */
const MOST_PLANNED = 50;

/** Returns the whole weeks of a calendar page that shows the month of a date. */
export function weeksOf(date: CalendarDate, firstWeekday: number): CalendarDate[][] {
  const { from, to } = pageOf(date, firstWeekday);
  const weeks: CalendarDate[][] = [];
  for (let first = from; first < to; first = moved('day', first, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => moved('day', first, index)));
  }
  return weeks;
}

/** Returns the span of the whole weeks that contain the month of a date. @param firstWeekday 1 is Monday */
export function pageOf(date: CalendarDate, firstWeekday: number): Span {
  const month = spanOf('month', date);
  const lastDay = moved('day', month.to, -1);
  return {
    from: weekStart(month.from, firstWeekday),
    to: moved('day', weekStart(lastDay, firstWeekday), 7),
  };
}

/** Returns the state of a work order at an instant. Work that is not done after its due date is overdue. */
export function stateOf({ status, dueAt }: WorkOrder, nowMs: number): WorkStatus | 'overdue' {
  return dueAt && !isClosed(status) && Date.parse(dueAt) < nowMs ? 'overdue' : status;
}

interface Times {
  timeZone: string | undefined;
  nowMs: number;
}

/**
 * Returns the entries of a span in ascending order: the work orders that are due, and the planned work orders of their
 * series.
 */
export function entriesIn(
  span: Span,
  orders: { due: readonly WorkOrder[]; undone: readonly WorkOrder[] },
  { timeZone, nowMs }: Times,
): CalendarEntry[] {
  const isInside = ({ date }: CalendarEntry) => date >= span.from && date < span.to;
  const entryOf = (order: WorkOrder, at: Date, state: EntryState): CalendarEntry => ({
    key: `${order.id} ${at.getTime()}`,
    order,
    date: dateIn(timeZone, at),
    at: at.toISOString(),
    state,
  });
  const due = orders.due.flatMap((order) =>
    order.dueAt ? [entryOf(order, new Date(order.dueAt), stateOf(order, nowMs))] : [],
  );
  // The search ends one day after `span.to` in UTC, because the local day may end up to a day later than the UTC day.
  const beforeMs = Date.parse(moved('day', span.to, 1));
  const planned = orders.undone.flatMap((order) => {
    const { recurrence, dueAt } = order;
    if (!recurrence?.cron) return [];
    const afterMs = Math.max(nowMs, dueAt ? Date.parse(dueAt) : 0);
    const times = timesBetween(recurrence, timeZone, { afterMs, beforeMs, most: MOST_PLANNED });
    return times.map((at) => entryOf(order, at, 'planned'));
  });
  return [...due, ...planned].filter(isInside).sort((a, b) => a.at.localeCompare(b.at));
}
