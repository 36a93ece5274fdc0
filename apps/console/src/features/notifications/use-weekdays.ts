import { useFormat } from '../../format/use-format';

const SOME_MONDAY_MS = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;

/** Returns the days of the week as choices, from 1 (Monday) to 7 (Sunday). */
export function useWeekdays(): { value: string; label: string }[] {
  const { part } = useFormat();
  return Array.from({ length: 7 }, (_, index) => ({
    value: String(index + 1),
    label: part(new Date(SOME_MONDAY_MS + index * DAY_MS).toISOString(), {
      weekday: 'short',
      timeZone: 'UTC',
    }),
  }));
}
