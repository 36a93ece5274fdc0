import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';

export interface ModelSearch {
  /** The id of the selected mark. */
  mark?: string;
}

export const modelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/model',
  // The router reads a text of digits as a number.
  validateSearch: ({ mark }: Record<string, unknown>): ModelSearch => ({
    mark: (typeof mark === 'string' && mark) || typeof mark === 'number' ? String(mark) : undefined,
  }),
  component: lazyRouteComponent(() => import('./model-page'), 'ModelPage'),
});
