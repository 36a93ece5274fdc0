import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type AlertSearch, readAlertSearch } from './alert-search';

export const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts',
  validateSearch: (search: Record<string, unknown>): AlertSearch => readAlertSearch(search),
  component: lazyRouteComponent(() => import('./alerts-page'), 'AlertsPage'),
});
