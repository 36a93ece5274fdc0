import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { platformQuery } from '../../api/platform';
import { queryClient } from '../../api/query-client';
import { rootRoute } from '../../app/routes';
import { readCount } from '../../app/search-fields';

interface PublicSearch {
  /** For a wall screen: shows one part of the page after the other, each for this many seconds. */
  rotate?: number;
}

export const publicDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public',
  validateSearch: ({ rotate }: Record<string, unknown>): PublicSearch => ({ rotate: readCount(rotate) }),
  loader: () => queryClient.ensureQueryData(platformQuery),
  component: lazyRouteComponent(() => import('./public-dashboard-page'), 'PublicDashboardPage'),
});
