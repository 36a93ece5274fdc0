import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { platformQuery } from '../../api/platform';
import { queryClient } from '../../api/query-client';
import { rootRoute } from '../../app/routes';
import { readCount } from '../../app/search-fields';

/** For a wall screen: each part of the page is shown for this many seconds, at least five. Without it, all are shown. */
interface PublicSearch {
  rotate?: number;
}

export const publicDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public',
  validateSearch: ({ rotate }: Record<string, unknown>): PublicSearch => ({ rotate: readCount(rotate) }),
  loader: () => queryClient.ensureQueryData(platformQuery),
  component: lazyRouteComponent(() => import('./public-dashboard-page'), 'PublicDashboardPage'),
});
