import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import type { AlarmSearch } from './alarm-search';

export type Alarm = components['schemas']['AlertDto'];
export type AlarmEvent = components['schemas']['AlertEventDto'];

/** Prefix of the keys of all alarm queries. */
export const ALARMS = ['/api/alerts'] as const;
export const ALARMS_PER_PAGE = 25;

const STATUS_FILTERS = {
  active: { status: 'active', shelved: false },
  shelved: { status: 'active', shelved: true },
  cleared: { status: 'cleared' },
} as const;

export const alarmsQuery = ({ status = 'active', severity, source, page = 1 }: AlarmSearch) => {
  const query = { ...STATUS_FILTERS[status], severity, source, page, limit: ALARMS_PER_PAGE };
  return queryOptions({
    queryKey: [...ALARMS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/alerts', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const alarmQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALARMS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/alerts/{id}', { params: { path: { id } }, signal })),
  });

/** The newest 200 events of an alarm, oldest first. */
export const alarmHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALARMS, id, 'history'],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/alerts/{id}/history', {
          params: { path: { id }, query: { limit: 200 } },
          signal,
        }),
      ),
  });

const withId = (id: number) => ({ params: { path: { id } } });

export const acknowledgeAlarm = (id: number, note: string | null): Promise<Alarm> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/acknowledge', { ...withId(id), body: { note } }));

export const clearAlarm = (id: number, note: string | null): Promise<Alarm> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/clear', { ...withId(id), body: { note } }));

export const shelveAlarm = (id: number, untilAt: string, reason: string): Promise<Alarm> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/shelve', { ...withId(id), body: { untilAt, reason } }));

export const unshelveAlarm = (id: number, note: string | null): Promise<Alarm> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/unshelve', { ...withId(id), body: { note } }));
