import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasTokens } from '../../api/browser-tokens';
import { rootRoute } from '../../app/routes';

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
    // The router keeps omitted fields, so invalid values become undefined.
    returnTo: isPage(returnTo) ? returnTo : undefined,
    reason: reason === 'ended' ? reason : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (hasTokens()) throw redirect({ href: search.returnTo ?? '/' });
  },
  component: lazyRouteComponent(() => import('./sign-in-page'), 'SignInPage'),
});

/** People who are signed in have an account. */
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

/** A page of the console, and no other address: `//example.org` is another server. */
function isPage(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
