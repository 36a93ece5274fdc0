import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type MaintenanceSearch, readMaintenanceSearch } from './maintenance-search';

export const maintenanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/maintenance',
  validateSearch: (search: Record<string, unknown>): MaintenanceSearch => readMaintenanceSearch(search),
  component: lazyRouteComponent(() => import('./maintenance-page'), 'MaintenancePage'),
});
