import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type PointSearch, readPointSearch } from './point-search';

export const pointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/points',
  validateSearch: (search: Record<string, unknown>): PointSearch => readPointSearch(search),
  component: lazyRouteComponent(() => import('./points-page'), 'PointsPage'),
});
