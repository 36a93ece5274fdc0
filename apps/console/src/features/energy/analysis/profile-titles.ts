import { useMemo } from 'react';
import { useFormat } from '../../../format/use-format';

/** Dates and hours of the local clock are formatted as if they were in UTC, so that no zone moves them. */
const timeZone = 'UTC';

interface ProfileTitles {
  /** `6 AM` */
  hours: readonly string[];
  /** The names of the weekdays from Monday. */
  weekdays: readonly string[];
  /** `Mar 29` */
  date: (day: string) => string;
  /** `Mar` */
  month: (day: string) => string;
}

/** Returns the titles of hours, weekdays and dates in the language of the user. */
export function useProfileTitles(): ProfileTitles {
  const { part } = useFormat();
  return useMemo(
    () => ({
      hours: Array.from({ length: 24 }, (_, hour) =>
        part(new Date(hour * 3_600_000).toISOString(), { timeZone, hour: 'numeric' }),
      ),
      // 1 January 2024 is a Monday.
      weekdays: Array.from({ length: 7 }, (_, day) =>
        part(`2024-01-0${day + 1}`, { timeZone, weekday: 'short' }),
      ),
      date: (day) => part(day, { timeZone, month: 'short', day: 'numeric' }),
      month: (day) => part(day, { timeZone, month: 'short' }),
    }),
    [part],
  );
}
