import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { bareRoute, shellRoute } from '../../app/routes';
import { readCount } from '../../app/search-fields';

const dashboardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboards',
  component: lazyRouteComponent(() => import('./dashboards-page'), 'DashboardsPage'),
});

interface DashboardSearch {
  /** Opens the editor. */
  edit?: true;
}

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboards/$dashboardId',
  validateSearch: ({ edit }: Record<string, unknown>): DashboardSearch => ({
    edit: edit === true || undefined,
  }),
  component: lazyRouteComponent(() => import('./dashboard-page'), 'DashboardPage'),
});

interface KioskSearch {
  /** The ids of the dashboards. By default, the dashboard of the overview. */
  boards?: number[];
  /** Shows one dashboard after the other, each for this many seconds. */
  rotate?: number;
}

/** Without the navigation around it. */
export const kioskRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: '/kiosk',
  validateSearch: ({ boards, rotate }: Record<string, unknown>): KioskSearch => ({
    boards: Array.isArray(boards) ? boards.flatMap((id) => readCount(id) ?? []) : undefined,
    rotate: readCount(rotate),
  }),
  component: lazyRouteComponent(() => import('./kiosk-page'), 'KioskPage'),
});

export const dashboardRoutes = [dashboardsRoute, dashboardRoute] as const;
