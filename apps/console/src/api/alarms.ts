import { queryOptions } from '@tanstack/react-query';
import { plantroom, unwrapPage } from './plantroom';

/** Prefix of the keys of all alarm queries. */
export const ALARMS = ['/api/alerts'] as const;

/** The number of active alarms that nobody has acknowledged. Shelved alarms do not count. */
export const unacknowledgedQuery = queryOptions({
  queryKey: [...ALARMS, 'unacknowledged'],
  queryFn: async ({ signal }) => {
    const query = { status: 'active', acknowledged: false, shelved: false, limit: 1 } as const;
    return (await unwrapPage(plantroom.api.GET('/api/alerts', { params: { query }, signal }))).total;
  },
});
