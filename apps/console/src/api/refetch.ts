import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Data that stays fresh longer than this does not change by the minute. */
const LIVE_MS = 1000;

/** Returns true for the data that an event of the stream may have changed since it was read a moment ago. */
export function isLive({ observers }: Query): boolean {
  return observers.some(
    ({ options: { staleTime } }) => typeof staleTime !== 'number' || staleTime <= LIVE_MS,
  );
}

/**
 * Refetches the shown queries whose keys begin with `queryKey`, because the data has changed on the server.
 * @param predicate by default, all of them
 */
export function refetch(
  client: QueryClient,
  queryKey: QueryKey = [],
  predicate: (query: Query) => boolean = () => true,
): void {
  const filters = { queryKey, predicate, fetchStatus: 'fetching' } as const;
  // The first request of a query cannot be replaced by another one. It may have been answered before the change, so the
  // query is fetched again afterwards.
  for (const query of client.getQueryCache().findAll(filters)) {
    if (query.state.data !== undefined) continue;
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => {});
  }
  void client.invalidateQueries({ queryKey, predicate });
}
