import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries are fresh for this time, so that a page does not repeat the requests that its route has just made. */
export const FRESH_MS = 1000;

/**
 * Returns true for data that may have changed since it was read a moment ago, and for data that could not be read. Other data
 * stays fresh for longer.
 */
export function isLive({ observers, options, state }: Query): boolean {
  if (state.status === 'error') return true;
  const shown = observers.length > 0 ? observers.map((observer) => observer.options) : [options];
  return shown.some((each) => {
    const staleTime = 'staleTime' in each ? each.staleTime : undefined;
    return typeof staleTime !== 'number' || staleTime <= FRESH_MS;
  });
}

/**
 * Refetches the shown queries whose keys begin with `queryKey`, because the data has changed on the server.
 * @param predicate by default, all of them
 * @returns when the requests are answered, without those that follow a first request
 */
export function refetch(
  client: QueryClient,
  queryKey: QueryKey = [],
  predicate: (query: Query) => boolean = () => true,
): Promise<void> {
  const filters = { queryKey, predicate, fetchStatus: 'fetching' } as const;
  // The first request of a query cannot be replaced by another one. It may have been answered before the change, so the
  // query is fetched again afterwards.
  for (const query of client.getQueryCache().findAll(filters)) {
    if (query.state.data !== undefined) continue;
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => {});
  }
  return client.invalidateQueries({ queryKey, predicate });
}
