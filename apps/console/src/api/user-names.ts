import { queryOptions, useQuery } from '@tanstack/react-query';
import { plantroom, unwrap } from './plantroom';

/** The names of the first 200 users. */
export const userNamesQuery = queryOptions({
  queryKey: ['/api/users/directory'],
  queryFn: ({ signal }) =>
    unwrap(plantroom.api.GET('/api/users/directory', { params: { query: { limit: 200 } }, signal })),
  staleTime: 60_000,
});

/** Returns a function that returns the name of a user, or null for none. */
export function useUserName(): (id: number | null) => string | null {
  const { data = [] } = useQuery(userNamesQuery);
  return (id) => (id === null ? null : (data.find((user) => user.id === id)?.username ?? `#${id}`));
}
