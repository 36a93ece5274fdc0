import { useFormat } from '../../format/use-format';
import { WEEKDAYS } from './weekdays';

/** A Sunday. */
const SUNDAY_MS = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** Returns a function that names a weekday: 0 and 7 are Sunday. */
export function useWeekdayName(length: 'long' | 'short' = 'long'): (weekday: number) => string {
  const { part } = useFormat();
  return (weekday) =>
    part(new Date(SUNDAY_MS + weekday * DAY_MS).toISOString(), { weekday: length, timeZone: 'UTC' });
}

/** Returns the days of the week in the order of the user. */
export function useWeekdays(): number[] {
  const { firstWeekday } = useFormat();
  return [...WEEKDAYS.slice(firstWeekday - 1), ...WEEKDAYS.slice(0, firstWeekday - 1)];
}
