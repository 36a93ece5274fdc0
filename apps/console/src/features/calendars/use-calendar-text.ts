import type { Calendar } from '../../api/calendars';
import type { CalendarDate } from '../../format/calendar-period';
import { useFormat } from '../../format/use-format';
import { useWeekdayName } from '../../ui/schedule/use-weekdays';
import { useCalendarTexts } from './calendars.texts';
import { clockOf, type Day, DAY_MINUTES } from './day-hours';
import { type ExceptionRange, rowsOf } from './exceptions';

/** Returns a function that formats a date. The result does not depend on the time zone. */
export function useDateText(): (date: CalendarDate, options?: Intl.DateTimeFormatOptions) => string {
  const { part } = useFormat();
  return (date, options = { dateStyle: 'medium' }) => part(`${date}T12:00Z`, { timeZone: 'UTC', ...options });
}

/** Returns a function that lists the open hours of a day: `08:00–12:00, 13:00–18:00`. */
export function useHoursText(): (day: Pick<Day, 'hours'>) => string {
  const t = useCalendarTexts();
  return ({ hours }) => {
    if (hours.length === 0) return t('closed');
    const [first] = hours;
    if (first?.from === 0 && first.to === DAY_MINUTES) return t('allDay');
    return hours.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(', ');
  };
}

/** Returns a function that describes a day completely, for screen readers and tooltips. */
export function useDayText(): (day: Day) => string {
  const dateText = useDateText();
  const hoursText = useHoursText();
  return (day) => {
    const names = day.exceptions.flatMap(({ name }) => name ?? []);
    return [dateText(day.date, { dateStyle: 'full' }), hoursText(day), ...names].join(' · ');
  };
}

/** Returns a function that describes the weekly hours: `Mon–Fri 08:00–18:00`. */
export function useWeeklyText(): (calendar: Pick<Calendar, 'weekly'>) => string[] {
  const weekdayName = useWeekdayName('short');
  const daysText = (days: readonly number[]) =>
    runsOf(days)
      .map(([first, last]) =>
        first === last ? weekdayName(first) : `${weekdayName(first)}–${weekdayName(last)}`,
      )
      .join(', ');
  return ({ weekly }) =>
    rowsOf(weekly).map(({ days, from, to }) => `${daysText(days)} ${from}–${to === '00:00' ? '24:00' : to}`);
}

/** Returns functions that describe exceptions: their dates and their effect. */
export function useExceptionText() {
  const t = useCalendarTexts();
  const dateText = useDateText();
  return {
    dates: ({ first, last }: Pick<ExceptionRange, 'first' | 'last'>) =>
      first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`,
    effect: ({ kind, from, to }: Pick<ExceptionRange, 'kind' | 'from' | 'to'>) =>
      from === null || to === null ? t(`kind.${kind}`) : `${t(`kind.${kind}`)} ${from}–${to}`,
  };
}

/** Returns the first and the last of consecutive days. */
function runsOf(days: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
