import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readCount } from '../../app/search-fields';
import { type EnergySearch, readEnergySearch } from './energy-search';
import { type BillsSearch, readBillsSearch } from './bills/bills-search';
import { type LossesSearch, readLossesSearch } from './losses/losses-search';
import { readSavingsSearch, type SavingsSearch } from './savings/savings-search';

const energyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy',
  validateSearch: (search: Record<string, unknown>): EnergySearch => readEnergySearch(search),
  component: lazyRouteComponent(() => import('./energy-page'), 'EnergyPage'),
});

const analysisRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/analysis',
  validateSearch: (search: Record<string, unknown>): EnergySearch => readEnergySearch(search),
  component: lazyRouteComponent(() => import('./analysis/analysis-page'), 'AnalysisPage'),
});

const savingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/savings',
  validateSearch: (search: Record<string, unknown>): SavingsSearch => readSavingsSearch(search),
  component: lazyRouteComponent(() => import('./savings/savings-page'), 'SavingsPage'),
});

const billsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/bills',
  validateSearch: (search: Record<string, unknown>): BillsSearch => readBillsSearch(search),
  component: lazyRouteComponent(() => import('./bills/bills-page'), 'BillsPage'),
});

interface TargetsSearch {
  /** The shown budget. Without it, the page lists all of them. */
  budget?: number;
  page?: number;
}

const targetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/targets',
  validateSearch: ({ budget, page }: Record<string, unknown>): TargetsSearch => ({
    budget: readCount(budget),
    page: readCount(page),
  }),
  component: lazyRouteComponent(() => import('./targets/targets-page'), 'TargetsPage'),
});

const lossesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/losses',
  validateSearch: (search: Record<string, unknown>): LossesSearch => readLossesSearch(search),
  component: lazyRouteComponent(() => import('./losses/losses-page'), 'LossesPage'),
});

interface AreasSearch {
  /** The area that is edited. */
  area?: number;
}

const areasRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/energy/areas',
  validateSearch: ({ area }: Record<string, unknown>): AreasSearch => ({ area: readCount(area) }),
  component: lazyRouteComponent(() => import('./areas/areas-page'), 'AreasPage'),
});

export const energyRoutes = [
  energyRoute,
  analysisRoute,
  savingsRoute,
  billsRoute,
  targetsRoute,
  lossesRoute,
  areasRoute,
] as const;
