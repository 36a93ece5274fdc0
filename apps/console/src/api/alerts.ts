import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrapPage } from './plantroom';

/** Prefix of the keys of all alert queries. */
export const ALERTS = ['/api/alerts'] as const;

/** The number of active alerts that nobody has acknowledged. Shelved alerts do not count. */
export const unacknowledgedQuery = queryOptions({
  queryKey: [...ALERTS, 'unacknowledged'],
  queryFn: async ({ signal }) => {
    const query = { status: 'active', acknowledged: false, shelved: false, limit: 1 } as const;
    return (await unwrapPage(plantroom.api.GET('/api/alerts', { params: { query }, signal }))).total;
  },
});
