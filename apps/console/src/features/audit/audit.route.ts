import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type AuditSearch, readAuditSearch } from './audit-search';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditSearch => readAuditSearch(search),
  component: lazyRouteComponent(() => import('./audit-page'), 'AuditPage'),
});
