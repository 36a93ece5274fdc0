import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page'), 'SettingsPage'),
});

const devicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/devices',
  component: lazyRouteComponent(() => import('./devices/devices-page'), 'DevicesPage'),
});

export const settingsRoutes = [settingsRoute, devicesRoute] as const;
