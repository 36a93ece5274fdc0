import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Refetches the shown queries whose keys begin with `queryKey`, because the data has changed on the server. */
export function refetch(client: QueryClient, queryKey: QueryKey = []): void {
  const filters = { queryKey, fetchStatus: 'fetching' } as const;
  // The first request of a query cannot be replaced by another one. It may have been answered before the change, so the
  // query is fetched again afterwards.
  for (const query of client.getQueryCache().findAll(filters)) {
    if (query.state.data !== undefined) continue;
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => {});
  }
  void client.invalidateQueries({ queryKey });
}
