import { queryOptions } from '@tanstack/react-query';
import { type Calendar, type CalendarException, CALENDARS } from '../../api/calendars';
import { type components, plantroom, unwrap } from '../../api/plantroom';

export type CalendarInput = components['schemas']['CalendarInputDto'];
type CalendarChanges = components['schemas']['CalendarChangesDto'];

const withId = (id: number) => ({ params: { path: { id } } });

const readCalendar = (id: number, signal?: AbortSignal): Promise<Calendar> =>
  unwrap(plantroom.api.GET('/api/calendars/{id}', { ...withId(id), signal }));

export const calendarQuery = (id: number) =>
  queryOptions({ queryKey: [...CALENDARS, id], queryFn: ({ signal }) => readCalendar(id, signal) });

export const createCalendar = (body: CalendarInput): Promise<Calendar> =>
  unwrap(plantroom.api.POST('/api/calendars', { body }));

export const changeCalendar = (id: number, body: CalendarChanges): Promise<Calendar> =>
  unwrap(plantroom.api.PUT('/api/calendars/{id}', { ...withId(id), body }));

/** Changes the newest list of exceptions, because the API replaces the whole list. */
export async function changeExceptions(
  id: number,
  change: (exceptions: CalendarException[]) => CalendarException[],
): Promise<Calendar> {
  const { exceptions } = await readCalendar(id);
  return changeCalendar(id, { exceptions: change(exceptions) });
}

export const deleteCalendar = (id: number): Promise<unknown> =>
  unwrap(plantroom.api.DELETE('/api/calendars/{id}', withId(id)));

export interface CalendarImport {
  /** The iCalendar file. */
  text: string;
  kind: CalendarException['kind'];
  /** By default, today. */
  from?: string;
  /** Exclusive. By default, two years after `from`. */
  to?: string;
}

export const importEvents = (id: number, { text, ...query }: CalendarImport): Promise<Calendar> =>
  unwrap(
    plantroom.api.POST('/api/calendars/{id}/import', {
      params: { path: { id }, query },
      headers: { 'content-type': 'text/calendar' },
      body: text,
    }),
  );

/** The rules, schedules and workflows that use a calendar. */
export interface CalendarUses {
  rules: { id: number; name: string }[];
  workflows: { id: string; name: string }[];
}

/** The alert rules and the schedules of workflows that use a calendar. */
export const usesQuery = (id: number) =>
  queryOptions({
    queryKey: [...CALENDARS, id, 'uses'],
    queryFn: async ({ signal }): Promise<CalendarUses> => {
      const [rules, workflows] = await Promise.all([
        Array.fromAsync(plantroom.items('/api/alerts/rules', { signal })),
        Array.fromAsync(plantroom.items('/api/workflows', { signal })),
      ]);
      return {
        rules: rules.filter(({ schedule }) => schedule === id),
        workflows: workflows.filter(
          ({ trigger: { config } }) => 'calendarId' in config && config.calendarId === id,
        ),
      };
    },
  });
