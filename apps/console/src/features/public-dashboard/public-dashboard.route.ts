import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { platformQuery } from '../../api/platform';
import { queryClient } from '../../api/query-client';
import { rootRoute } from '../../app/routes';

export const publicDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public',
  loader: () => queryClient.ensureQueryData(platformQuery),
  component: lazyRouteComponent(() => import('./public-dashboard-page'), 'PublicDashboardPage'),
});
