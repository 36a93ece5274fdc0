import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type UserSearch, readUserSearch } from './user-search';

export const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: (search: Record<string, unknown>): UserSearch => readUserSearch(search),
  component: lazyRouteComponent(() => import('./users-page'), 'UsersPage'),
});
