import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type FileSearch, readFileSearch } from './file-search';

export const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  validateSearch: (search: Record<string, unknown>): FileSearch => readFileSearch(search),
  component: lazyRouteComponent(() => import('./files-page'), 'FilesPage'),
});
