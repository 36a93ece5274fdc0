import { createRouter } from '@tanstack/react-router';
import { alertsRoute } from '../features/alerts/alerts.route';
import { alertRuleRoutes } from '../features/alert-rules/alert-rules.route';
import { auditRoute } from '../features/audit/audit.route';
import { backupsRoute } from '../features/backups/backups.route';
import { calendarRoutes } from '../features/calendars/calendars.route';
import { dashboardRoutes, kioskRoute } from '../features/dashboards/dashboards.route';
import { energyRoutes } from '../features/energy/energy.route';
import { faultsRoute } from '../features/faults/faults.route';
import { filesRoute } from '../features/files/files.route';
import { lightingRoute } from '../features/lighting/lighting.route';
import { maintenanceRoute } from '../features/maintenance/maintenance.route';
import { modelRoutes } from '../features/model/model.route';
import { notificationsRoute } from '../features/notifications/notifications.route';
import { overviewRoute } from '../features/overview/overview.route';
import { profileRoute } from '../features/profile/profile.route';
import { reportsRoute } from '../features/reports/reports.route';
import { setupRoute } from '../features/setup/setup.route';
import { settingsRoutes } from '../features/settings/settings.route';
import { pointRoutes } from '../features/points/points.route';
import { publicDashboardRoute } from '../features/public-dashboard/public-dashboard.route';
import { signInRoutes } from '../features/sign-in/sign-in.route';
import { trendsRoute } from '../features/trends/trends.route';
import { usersRoute } from '../features/users/users.route';
import { workflowRoutes } from '../features/workflows/workflows.route';
import { NotFoundPage } from '../ui/not-found-page';
import { PageSkeleton } from '../ui/page-skeleton';
import { bareRoute, rootRoute, shellRoute } from './routes';

/** One line per page. */
const pages = [
  alertsRoute,
  ...alertRuleRoutes,
  auditRoute,
  backupsRoute,
  ...calendarRoutes,
  ...dashboardRoutes,
  ...energyRoutes,
  faultsRoute,
  filesRoute,
  lightingRoute,
  maintenanceRoute,
  ...modelRoutes,
  notificationsRoute,
  overviewRoute,
  profileRoute,
  reportsRoute,
  ...settingsRoutes,
  setupRoute,
  trendsRoute,
  usersRoute,
  ...pointRoutes,
  ...workflowRoutes,
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...signInRoutes,
    publicDashboardRoute,
    bareRoute.addChildren([kioskRoute]),
    shellRoute.addChildren(pages),
  ]),
  defaultPreload: 'intent',
  // The query cache decides which data is read again.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageSkeleton,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
