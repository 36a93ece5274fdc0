export interface PublicRoute {
  readonly method: 'GET' | 'POST';
  /** As the router is given it: `:name` is one segment, `*name` at the end is any further ones. */
  readonly path: string;
}

/**
 * Every route that asks for no token. A route that is marked `@Public()` and is not here stops the start-up; so does
 * a route that answers one of these paths and is not marked.
 */
export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  { method: 'POST', path: '/api/auth/login' },
  { method: 'POST', path: '/api/auth/register' },
  { method: 'POST', path: '/api/auth/register/send-code' },
  { method: 'POST', path: '/api/auth/refresh' },
  { method: 'POST', path: '/api/auth/forgot-password/send-code' },
  { method: 'POST', path: '/api/auth/forgot-password/reset' },
  { method: 'GET', path: '/api/auth/oauth/providers' },
  { method: 'GET', path: '/api/auth/oauth/:provider/authorize' },
  { method: 'GET', path: '/api/auth/oauth/:provider/callback' },
  { method: 'POST', path: '/api/auth/oauth/:provider/callback' },
  { method: 'POST', path: '/api/auth/oauth/bind' },
  { method: 'POST', path: '/api/auth/oauth/register-and-bind' },
  { method: 'GET', path: '/api/public/dashboard' },
  { method: 'GET', path: '/api/public/settings' },
  { method: 'POST', path: '/api/webhook' },
  { method: 'POST', path: '/api/webhook/:slug' },
  { method: 'GET', path: '/health/live' },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/documentation' },
  { method: 'GET', path: '/documentation/*path' },
  { method: 'GET', path: '/static/models/:filename' },
];
