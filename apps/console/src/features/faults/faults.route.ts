import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type FaultSearch, readFaultSearch } from './fault-search';

export const faultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/faults',
  validateSearch: (search: Record<string, unknown>): FaultSearch => readFaultSearch(search),
  component: lazyRouteComponent(() => import('./faults-page'), 'FaultsPage'),
});
