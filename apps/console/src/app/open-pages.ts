import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasTokens } from '../api/browser-tokens';
import { platformQuery } from '../api/platform';
import { queryClient } from '../api/query-client';
import { bareRoute, rootRoute } from './routes';
import { readCount, readPath } from './search-fields';

interface SignInSearch {
  /** The page to show after the sign-in. */
  returnTo?: string;
  /** Why the user must sign in again. */
  reason?: 'ended';
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ returnTo, reason }: Record<string, unknown>): SignInSearch => ({
    // An invalid parameter is returned as undefined: if the result lacked it, the router would keep its raw value.
    returnTo: readPath(returnTo),
    reason: reason === 'ended' ? reason : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (hasTokens()) throw redirect({ href: search.returnTo ?? '/' });
  },
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page'), 'SignInPage'),
});

/** The pages are for people without a session. */
const leaveIfSignedIn = () => {
  if (hasTokens()) throw redirect({ to: '/' });
};

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import('../features/sign-in/code-pages'), 'RegisterPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import('../features/sign-in/code-pages'), 'ForgotPasswordPage'),
});

interface PublicSearch {
  /** For a wall screen: shows one part of the page after the other, each for this many seconds. */
  rotate?: number;
}

const publicDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public',
  validateSearch: ({ rotate }: Record<string, unknown>): PublicSearch => ({ rotate: readCount(rotate) }),
  loader: () => queryClient.ensureQueryData(platformQuery),
  component: lazyRouteComponent(
    () => import('../features/public-dashboard/public-dashboard-page'),
    'PublicDashboardPage',
  ),
});

interface KioskSearch {
  /** The ids of the dashboards. By default, the dashboard of the overview. */
  boards?: number[];
  /** Shows one dashboard after the other, each for this many seconds. */
  rotate?: number;
}

const kioskRoute = createRoute({
  getParentRoute: () => bareRoute,
  path: '/kiosk',
  validateSearch: ({ boards, rotate }: Record<string, unknown>): KioskSearch => ({
    boards: Array.isArray(boards) ? boards.flatMap((id) => readCount(id) ?? []) : undefined,
    rotate: readCount(rotate),
  }),
  component: lazyRouteComponent(() => import('../features/dashboards/kiosk-page'), 'KioskPage'),
});

/** The pages without the navigation. */
export const openPages = [
  signInRoute,
  registerRoute,
  forgotPasswordRoute,
  publicDashboardRoute,
  bareRoute.addChildren([kioskRoute]),
] as const;
