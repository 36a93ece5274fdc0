import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readTrendSearch, type TrendSearch } from '../../ui/trend/trend-choice';

export const trendsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trends',
  validateSearch: (search: Record<string, unknown>): TrendSearch => readTrendSearch(search),
  component: lazyRouteComponent(() => import('./trends-page'), 'TrendsPage'),
});
