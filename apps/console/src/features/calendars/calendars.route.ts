import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readCount } from '../../app/search-fields';
import { type CalendarDate, isCalendarDate } from '../../format/calendar-period';

export interface CalendarSearch {
  /** By default, the current year. */
  year?: number;
  /** The day whose dialog is open. */
  day?: CalendarDate;
}

const LAST_YEAR = 9999;

const calendarsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendars',
  component: lazyRouteComponent(() => import('./calendars-page'), 'CalendarsPage'),
});

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendars/$calendarId',
  validateSearch: ({ year, day }: Record<string, unknown>): CalendarSearch => ({
    year: readYear(year),
    day: isCalendarDate(day) ? day : undefined,
  }),
  component: lazyRouteComponent(() => import('./calendar-page'), 'CalendarPage'),
});

/** A year of four digits. */
function readYear(value: unknown): number | undefined {
  const year = readCount(value);
  return year && year >= 1000 && year <= LAST_YEAR ? year : undefined;
}

export const calendarRoutes = [calendarsRoute, calendarRoute] as const;
