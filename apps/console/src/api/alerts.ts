import { queryOptions } from '@tanstack/react-query';
import { type components, plantroom, unwrap, unwrapPage } from './plantroom';

export type Alert = components['schemas']['AlertDto'];

/** Prefix of the keys of all alert queries. */
export const ALERTS = ['/api/alerts'] as const;

export const alertQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...ALERTS, id],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/alerts/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== null,
  });

/** The newest 200 active alerts. */
export const activeAlertsQuery = queryOptions({
  queryKey: [...ALERTS, 'active'],
  queryFn: ({ signal }) =>
    unwrap(plantroom.api.GET('/api/alerts', { params: { query: { status: 'active', limit: 200 } }, signal })),
});

/** The number of active alerts that nobody has acknowledged. Shelved alerts do not count. */
export const unacknowledgedQuery = queryOptions({
  queryKey: [...ALERTS, 'unacknowledged'],
  queryFn: async ({ signal }) => {
    const query = { status: 'active', acknowledged: false, shelved: false, limit: 1 } as const;
    return (await unwrapPage(plantroom.api.GET('/api/alerts', { params: { query }, signal }))).total;
  },
});
