import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readTrendsSearch, type TrendsSearch } from './trends-search';

export const trendsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/trends',
  validateSearch: (search: Record<string, unknown>): TrendsSearch => readTrendsSearch(search),
  component: lazyRouteComponent(() => import('./trends-page'), 'TrendsPage'),
});
