import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom } from './plantroom';

export type Calendar = components['schemas']['CalendarDto'];
export type CalendarException = components['schemas']['CalendarExceptionDto'];
export type WeeklyHours = Calendar['weekly'][number];

/** Prefix of the keys of all calendar queries. */
export const CALENDARS = ['/api/calendars'] as const;

/** All calendars. A site has a few of them. */
export const calendarsQuery = queryOptions({
  queryKey: [...CALENDARS, 'all'],
  queryFn: ({ signal }) => Array.fromAsync(plantroom.items('/api/calendars', { signal })),
});
