import { createRouter } from '@tanstack/react-router';
import { NotFoundPage } from '../ui/not-found-page';
import { PageSkeleton } from '../ui/page-skeleton';
import { openPages } from './open-pages';
import { pages } from './pages';
import { rootRoute, shellRoute } from './routes';

export const router = createRouter({
  routeTree: rootRoute.addChildren([...openPages, shellRoute.addChildren(pages)]),
  defaultPreload: 'intent',
  // The query cache decides which data is read again.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageSkeleton,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
