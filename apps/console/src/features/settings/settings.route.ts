import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page'), 'SettingsPage'),
});

interface DevicesSearch {
  /** The id of a gateway, by default the one of the environment. */
  gateway?: number;
}

const devicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/devices',
  validateSearch: ({ gateway }: Record<string, unknown>): DevicesSearch => ({
    gateway: Number.isSafeInteger(gateway) && Number(gateway) > 0 ? Number(gateway) : undefined,
  }),
  component: lazyRouteComponent(() => import('./devices/devices-page'), 'DevicesPage'),
});

export const settingsRoutes = [settingsRoute, devicesRoute] as const;
