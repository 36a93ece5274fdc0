import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type AlarmSearch, readAlarmSearch } from './alarm-search';

export const alarmsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alarms',
  validateSearch: (search: Record<string, unknown>): AlarmSearch => readAlarmSearch(search),
  component: lazyRouteComponent(() => import('./alarms-page'), 'AlarmsPage'),
});
