import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type BackupSearch, readBackupSearch } from './backup-search';

export const backupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/backups',
  validateSearch: (search: Record<string, unknown>): BackupSearch => readBackupSearch(search),
  component: lazyRouteComponent(() => import('./backups-page'), 'BackupsPage'),
});
