import type { ReportRange } from '@app/entities';
import type { Temporal } from 'temporal-polyfill';
import { localDate, startOfDate } from '../../metering/arithmetic/calendar';
import type { ReportSpan } from '../report-documents/report-document';

/** The first day and the day after the last one, relative to a local date. */
type Days = (today: Temporal.PlainDate) => [Temporal.PlainDate, Temporal.PlainDate];

const lastDays =
  (days: number): Days =>
  (today) => [today.subtract({ days }), today];

const DAYS: Record<ReportRange, Days> = {
  yesterday: lastDays(1),
  last7Days: lastDays(7),
  last30Days: lastDays(30),
  lastWeek: (today) => {
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    return [monday.subtract({ weeks: 1 }), monday];
  },
  lastMonth: (today) => {
    const first = today.with({ day: 1 });
    return [first.subtract({ months: 1 }), first];
  },
  lastQuarter: (today) => {
    const first = today.with({ day: 1, month: today.month - ((today.month - 1) % 3) });
    return [first.subtract({ months: 3 }), first];
  },
  lastYear: (today) => {
    const first = today.with({ day: 1, month: 1 });
    return [first.subtract({ years: 1 }), first];
  },
};

/** The period of a report that is due at `atMs`. It consists of whole days of the zone, and ends before `atMs`. */
export function reportPeriod(range: ReportRange, atMs: number, zone: string): ReportSpan {
  const [from, to] = DAYS[range](localDate(atMs, zone));
  return { fromMs: startOfDate(from, zone), toMs: startOfDate(to, zone) };
}
