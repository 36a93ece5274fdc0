import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { readCount, readText } from '../../app/search-fields';

export interface LightingSearch {
  /** Part of the text of a label. */
  label?: string;
  page?: number;
}

export const lightingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lighting',
  validateSearch: ({ label, page }: Record<string, unknown>): LightingSearch => ({
    label: readText(label),
    page: readCount(page),
  }),
  component: lazyRouteComponent(() => import('./lighting-page'), 'LightingPage'),
});
