import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { accountQuery } from '../api/account';
import { hasTokens } from '../api/browser-tokens';
import { platformQuery } from '../api/platform';
import { queryClient } from '../api/query-client';
import { keepForOffline } from '../api/service-worker';
import { prepareStream } from '../api/use-stream';
import { ErrorPage } from '../ui/error-page';
import { NotFoundPage } from '../ui/not-found-page';
import { PageSkeleton } from '../ui/page-skeleton';
import { Shell } from './shell/shell';

export const rootRoute = createRootRoute({
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

/** The options of routes that need a signed-in user. */
const signedIn = {
  beforeLoad: ({ location }: { location: { href: string } }) => {
    if (hasTokens()) return;
    const returnTo = location.href === '/' ? undefined : location.href;
    throw redirect({ to: '/sign-in', search: { returnTo } });
  },
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(accountQuery),
      queryClient.ensureQueryData(platformQuery),
      prepareStream(),
    ]),
  onEnter: keepForOffline,
  pendingComponent: PageSkeleton,
  errorComponent: ErrorPage,
};

/** Everything that needs a signed-in user, with the navigation around it. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  ...signedIn,
  component: Shell,
});

/** Pages for wall screens, without the navigation. */
export const bareRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bare',
  ...signedIn,
});
