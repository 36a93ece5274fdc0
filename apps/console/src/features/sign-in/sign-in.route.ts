import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasTokens } from '../../api/browser-tokens';
import { rootRoute } from '../../app/routes';
import { readPath } from '../../app/search-fields';

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
  component: lazyRouteComponent(() => import('./sign-in-page'), 'SignInPage'),
});

/** The pages are for people without a session. */
const leaveIfSignedIn = () => {
  if (hasTokens()) throw redirect({ to: '/' });
};

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import('./code-pages'), 'RegisterPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import('./code-pages'), 'ForgotPasswordPage'),
});

export const signInRoutes = [signInRoute, registerRoute, forgotPasswordRoute] as const;
