import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readText } from '../../app/search-fields';
import { type ModelsSearch, readModelsSearch } from './files/models-search';

export interface ModelSearch {
  /** The id of the selected mark. */
  mark?: string;
}

const modelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model',
  validateSearch: ({ mark }: Record<string, unknown>): ModelSearch => ({ mark: readText(mark) }),
  component: lazyRouteComponent(() => import('./model-page'), 'ModelPage'),
});

const modelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model/files',
  validateSearch: (search: Record<string, unknown>): ModelsSearch => readModelsSearch(search),
  component: lazyRouteComponent(() => import('./files/models-page'), 'ModelsPage'),
});

const setupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model/setup',
  component: lazyRouteComponent(() => import('./setup/setup-page'), 'SetupPage'),
});

export const modelRoutes = [modelRoute, modelsRoute, setupRoute] as const;
