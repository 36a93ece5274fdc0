import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type User, plantroom, unwrap } from './plantroom';

export type Role = User['role'];
/** From the lowest role to the highest one. */
export const ROLES: readonly Role[] = ['viewer', 'operator', 'engineer', 'admin'];

export const accountQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/auth/me', { signal })),
  // Without a network, the console says so instead of waiting for one.
  networkMode: 'always',
  staleTime: Infinity,
});

/** Returns the signed-in user. The route of the shell has already fetched the account. */
export function useAccount(): User {
  return useSuspenseQuery(accountQuery).data;
}

/** Returns whether the user has at least this role. */
export function hasRole({ role }: User, lowest: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(lowest);
}

/** Returns whether the signed-in user has at least this role. */
export function useHasRole(lowest: Role): boolean {
  return hasRole(useAccount(), lowest);
}
