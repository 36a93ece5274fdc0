import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Alert, ALERTS } from '../../api/alerts';
import { limited } from '../../api/limited';
import { type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';
import { moved } from '../../format/calendar-period';
import type { AlertSearch } from './alert-search';

export type { Alert };
export type AlertEvent = components['schemas']['AlertEventDto'];

export const ALERTS_PER_PAGE = 25;
/** The length of a note or reason. */
export const NOTE_LENGTH = 1000;

const STATUS_FILTERS = {
  active: { status: 'active', shelved: false },
  shelved: { status: 'active', shelved: true },
  cleared: { status: 'cleared' },
} as const;

export const alertsQuery = ({
  status = 'active',
  point: pointCode,
  area: areaId,
  last,
  page = 1,
  severity,
  acknowledged,
  source,
  from,
}: AlertSearch) => {
  const query = {
    ...STATUS_FILTERS[status],
    severity,
    acknowledged,
    pointCode,
    areaId,
    source,
    from,
    to: last && moved('day', last, 1),
    page,
    limit: ALERTS_PER_PAGE,
  };
  return queryOptions({
    queryKey: [...ALERTS, query],
    queryFn: ({ signal }) => unwrapPage(plantroom.api.GET('/api/alerts', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** All events of an alert, oldest first. */
export const alertHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALERTS, id, 'history'],
    queryFn: ({ signal }) =>
      Array.fromAsync(plantroom.items('/api/alerts/{id}/history', { path: { id }, signal })),
  });

const withId = (id: number) => ({ params: { path: { id } } });

export const acknowledgeAlert = (id: number, note: string | null): Promise<Alert> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/acknowledge', { ...withId(id), body: { note } }));

/** Acknowledgements that are sent at the same time. */
const CONCURRENT = 4;

/**
 * Acknowledges several alerts. One that fails does not stop the others.
 * @returns the ids of the alerts that could not be acknowledged, and the error of one of them
 */
export async function acknowledgeAlerts(
  ids: readonly number[],
  note: string | null,
): Promise<{ failed: number[]; error: unknown }> {
  const limit = limited(CONCURRENT);
  const failed: number[] = [];
  let error: unknown = null;
  const acknowledge = async (id: number) => {
    try {
      await limit(() => acknowledgeAlert(id, note));
    } catch (reason) {
      failed.push(id);
      error = reason;
    }
  };
  await Promise.all(ids.map(acknowledge));
  return { failed, error };
}

export const clearAlert = (id: number, note: string | null): Promise<Alert> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/clear', { ...withId(id), body: { note } }));

export const shelveAlert = (id: number, untilAt: string, reason: string): Promise<Alert> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/shelve', { ...withId(id), body: { untilAt, reason } }));

export const unshelveAlert = (id: number, note: string | null): Promise<Alert> =>
  unwrap(plantroom.api.POST('/api/alerts/{id}/unshelve', { ...withId(id), body: { note } }));
