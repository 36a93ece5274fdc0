import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type ObjectSearch, readObjectSearch } from './objects/object-search';
import { type PointSearch, readPointSearch } from './point-search';

const pointsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/points',
  validateSearch: (search: Record<string, unknown>): PointSearch => readPointSearch(search),
  component: lazyRouteComponent(() => import('./points-page'), 'PointsPage'),
});

const objectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/points/objects',
  validateSearch: (search: Record<string, unknown>): ObjectSearch => readObjectSearch(search),
  component: lazyRouteComponent(() => import('./objects/objects-page'), 'ObjectsPage'),
});

export const pointRoutes = [pointsRoute, objectsRoute] as const;
