import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/routes';
import { type NotificationSearch, readNotificationSearch } from './notification-search';

export const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: (search: Record<string, unknown>): NotificationSearch => readNotificationSearch(search),
  component: lazyRouteComponent(() => import('./notifications-page'), 'NotificationsPage'),
});
