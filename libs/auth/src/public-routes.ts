export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export type HttpMethod = (typeof HTTP_METHODS)[number];

export interface PublicRoute {
  readonly method: HttpMethod;
  /** Path in router syntax: `:name` is one segment, `*name` at the end matches all further segments. */
  readonly path: string;
}

/**
 * All routes that require no token, with those that no controller serves. The start-up fails if a route marked
 * `@Public()` is missing from this list. It also fails if the path of any other route overlaps with one of these paths.
 */
export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  { method: 'POST', path: '/api/auth/login' },
  { method: 'POST', path: '/api/auth/register/send-code' },
  { method: 'POST', path: '/api/auth/register' },
  { method: 'POST', path: '/api/auth/refresh' },
  { method: 'POST', path: '/api/auth/forgot-password/send-code' },
  { method: 'POST', path: '/api/auth/forgot-password/reset' },
  { method: 'GET', path: '/api/auth/oauth/providers' },
  { method: 'GET', path: '/api/auth/oauth/:provider/authorize' },
  { method: 'GET', path: '/api/auth/oauth/:provider/callback' },
  { method: 'POST', path: '/api/auth/oauth/:provider/callback' },
  { method: 'POST', path: '/api/auth/oauth/bind' },
  { method: 'POST', path: '/api/auth/oauth/register-and-bind' },
  { method: 'GET', path: '/api/public/settings' },
  { method: 'GET', path: '/api/public/dashboard' },
  { method: 'GET', path: '/api/workflows/resume/:token' },
  { method: 'POST', path: '/api/workflows/resume/:token' },
  { method: 'POST', path: '/api/webhook' },
  { method: 'POST', path: '/api/webhook/:slug' },
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/health/live' },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/documentation' },
  { method: 'GET', path: '/documentation/*path' },
  { method: 'GET', path: '/static/models/:filename' },
];
