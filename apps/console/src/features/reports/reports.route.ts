import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type ReportSearch, readReportSearch } from './report-search';

export const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: (search: Record<string, unknown>): ReportSearch => readReportSearch(search),
  component: lazyRouteComponent(() => import('./reports-page'), 'ReportsPage'),
});
