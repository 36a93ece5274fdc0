import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type EnergySearch, readEnergySearch } from './energy-search';

export const energyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy',
  validateSearch: (search: Record<string, unknown>): EnergySearch => readEnergySearch(search),
  component: lazyRouteComponent(() => import('./energy-page'), 'EnergyPage'),
});
