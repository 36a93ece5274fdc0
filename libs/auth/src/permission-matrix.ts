import type { RouteAccess } from './route-access';
import { type Role, USER_ROLE_LIST } from '@app/kernel';

/** The callers that a route allows. If this is a role, users with a higher role may call the route too. */
export type AccessWord = Role | 'public' | 'self' | 'self or admin' | 'stream token';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RoutePermission {
  readonly method: HttpMethod;
  /** Path in router syntax: `:name` is one segment, `*name` at the end matches all further segments. */
  readonly path: string;
  readonly access: AccessWord;
  /** Whether an API key with the required role may call the route. */
  readonly apiKeys: boolean;
}

const ACCOUNT_ROUTES = ['/api/auth', '/api/users', '/api/settings', '/api/api-keys'];

const ROWS: readonly (readonly [HttpMethod, string, AccessWord])[] = [
  ['POST', '/api/auth/login', 'public'],
  ['POST', '/api/auth/register/send-code', 'public'],
  ['POST', '/api/auth/register', 'public'],
  ['POST', '/api/auth/refresh', 'public'],
  ['POST', '/api/auth/logout', 'viewer'],
  ['POST', '/api/auth/forgot-password/send-code', 'public'],
  ['POST', '/api/auth/forgot-password/reset', 'public'],
  ['GET', '/api/auth/me', 'viewer'],
  ['GET', '/api/auth/me/state', 'viewer'],
  ['GET', '/api/auth/oauth/providers', 'public'],
  ['GET', '/api/auth/oauth/:provider/authorize', 'public'],
  ['GET', '/api/auth/oauth/:provider/callback', 'public'],
  ['POST', '/api/auth/oauth/:provider/callback', 'public'],
  ['POST', '/api/auth/oauth/bind', 'public'],
  ['POST', '/api/auth/oauth/register-and-bind', 'public'],

  ['GET', '/api/users', 'admin'],
  ['POST', '/api/users', 'admin'],
  ['GET', '/api/users/roles', 'admin'],
  ['GET', '/api/users/directory', 'viewer'],
  ['GET', '/api/users/:id', 'self or admin'],
  ['PUT', '/api/users/:id', 'self or admin'],
  ['DELETE', '/api/users/:id', 'admin'],
  ['PUT', '/api/users/:id/role', 'admin'],
  ['PUT', '/api/users/:id/password', 'self'],
  ['GET', '/api/users/:id/avatar', 'viewer'],
  ['POST', '/api/users/:id/avatar', 'self or admin'],
  ['DELETE', '/api/users/:id/avatar', 'self or admin'],
  ['GET', '/api/users/:id/sessions', 'self or admin'],
  ['DELETE', '/api/users/:id/sessions/:sessionId', 'self or admin'],
  ['GET', '/api/users/:id/identities', 'self or admin'],
  ['DELETE', '/api/users/:id/identities/:provider/:subject', 'self or admin'],

  ['GET', '/api/api-keys', 'admin'],
  ['POST', '/api/api-keys', 'admin'],
  ['DELETE', '/api/api-keys/:id', 'admin'],

  ['GET', '/api/settings', 'viewer'],
  ['PUT', '/api/settings', 'viewer'],
  ['GET', '/api/configs', 'admin'],
  ['PUT', '/api/configs', 'admin'],
  ['POST', '/api/configs/mail/test', 'admin'],
  ['GET', '/api/system/audit', 'admin'],
  ['GET', '/api/system/backup-schedule', 'admin'],
  ['PUT', '/api/system/backup-schedule', 'admin'],
  ['GET', '/api/system/backups', 'admin'],
  ['POST', '/api/system/backups', 'admin'],

  ['GET', '/api/public/settings', 'public'],
  ['GET', '/api/public/dashboard', 'public'],
  ['GET', '/api/public/model', 'viewer'],

  ['GET', '/api/energy/areas', 'viewer'],
  ['PUT', '/api/energy/areas', 'engineer'],
  ['GET', '/api/energy/details', 'viewer'],
  ['GET', '/api/energy/stats', 'viewer'],
  ['POST', '/api/energy/rereads', 'engineer'],
  ['GET', '/api/energy/costs', 'viewer'],
  ['GET', '/api/energy/emissions', 'viewer'],
  ['GET', '/api/energy/explain', 'engineer'],
  ['POST', '/api/energy/readings/import', 'engineer'],
  ['GET', '/api/energy/readings/imports', 'engineer'],
  ['GET', '/api/energy/readings/imports/:id', 'engineer'],
  ['DELETE', '/api/energy/readings/imports/:id', 'engineer'],
  ['GET', '/api/energy/carbon-factors', 'viewer'],
  ['POST', '/api/energy/carbon-factors/refresh', 'engineer'],
  ['GET', '/api/overview/stats', 'viewer'],
  ['GET', '/api/overview/energy-chart', 'viewer'],

  ['GET', '/api/calendars', 'viewer'],
  ['POST', '/api/calendars', 'engineer'],
  ['GET', '/api/calendars/:id', 'viewer'],
  ['PUT', '/api/calendars/:id', 'engineer'],
  ['DELETE', '/api/calendars/:id', 'engineer'],
  ['POST', '/api/calendars/:id/import', 'engineer'],

  ['GET', '/api/alerts', 'viewer'],
  ['POST', '/api/alerts', 'operator'],
  ['GET', '/api/alerts/rules', 'operator'],
  ['POST', '/api/alerts/rules', 'engineer'],
  ['POST', '/api/alerts/rules/test', 'engineer'],
  ['GET', '/api/alerts/rules/:id', 'operator'],
  ['PUT', '/api/alerts/rules/:id', 'engineer'],
  ['DELETE', '/api/alerts/rules/:id', 'engineer'],
  ['GET', '/api/alerts/:id', 'viewer'],
  ['PUT', '/api/alerts/:id', 'operator'],
  ['DELETE', '/api/alerts/:id', 'engineer'],
  ['POST', '/api/alerts/:id/acknowledge', 'operator'],
  ['POST', '/api/alerts/:id/clear', 'operator'],
  ['POST', '/api/alerts/:id/shelve', 'operator'],
  ['POST', '/api/alerts/:id/unshelve', 'operator'],
  ['GET', '/api/alerts/:id/history', 'viewer'],

  ['GET', '/api/notification-rules', 'engineer'],
  ['POST', '/api/notification-rules', 'engineer'],
  ['GET', '/api/notification-rules/:id', 'engineer'],
  ['PUT', '/api/notification-rules/:id', 'engineer'],
  ['DELETE', '/api/notification-rules/:id', 'engineer'],
  ['GET', '/api/notification-rules/:id/deliveries', 'engineer'],

  ['GET', '/api/faults', 'viewer'],
  ['POST', '/api/faults', 'operator'],
  ['GET', '/api/faults/stats', 'viewer'],
  ['GET', '/api/faults/:id', 'viewer'],
  ['PUT', '/api/faults/:id', 'operator'],
  ['DELETE', '/api/faults/:id', 'engineer'],
  ['GET', '/api/faults/:id/comments', 'viewer'],
  ['POST', '/api/faults/:id/comments', 'operator'],
  ['DELETE', '/api/faults/:id/comments/:commentId', 'operator'],
  ['GET', '/api/maintenance', 'viewer'],
  ['POST', '/api/maintenance', 'operator'],
  ['GET', '/api/maintenance/:id', 'viewer'],
  ['PUT', '/api/maintenance/:id', 'operator'],
  ['DELETE', '/api/maintenance/:id', 'engineer'],

  ['GET', '/api/workflows', 'operator'],
  ['POST', '/api/workflows', 'engineer'],
  ['POST', '/api/workflows/check', 'engineer'],
  ['POST', '/api/workflows/expressions/evaluate', 'engineer'],
  ['GET', '/api/workflows/:id', 'operator'],
  ['PUT', '/api/workflows/:id', 'engineer'],
  ['DELETE', '/api/workflows/:id', 'engineer'],
  ['GET', '/api/workflows/:id/revisions/:revision', 'operator'],
  ['POST', '/api/workflows/:id/trigger', 'operator'],
  ['PUT', '/api/workflows/:id/toggle', 'engineer'],
  ['GET', '/api/workflows/:id/executions', 'operator'],
  ['GET', '/api/workflows/:id/executions/:executionId', 'operator'],
  ['POST', '/api/workflows/:id/executions/:executionId/cancel', 'operator'],
  ['POST', '/api/workflows/:id/executions/:executionId/retry', 'operator'],
  ['POST', '/api/workflows/executions/batch-delete', 'engineer'],
  ['GET', '/api/nodes', 'engineer'],
  ['GET', '/api/workflows/resume/:token', 'public'],
  ['POST', '/api/workflows/resume/:token', 'public'],
  ['POST', '/api/webhook', 'public'],
  ['POST', '/api/webhook/:slug', 'public'],

  ['GET', '/api/models', 'viewer'],
  ['POST', '/api/models', 'engineer'],
  ['GET', '/api/models/:id/file', 'viewer'],
  ['PUT', '/api/models/:id/file', 'engineer'],
  ['PUT', '/api/models/:id', 'engineer'],
  ['DELETE', '/api/models/:id', 'engineer'],
  ['POST', '/api/models/:id/import-points', 'engineer'],
  ['GET', '/api/objects', 'viewer'],
  ['POST', '/api/objects', 'engineer'],
  ['GET', '/api/objects/:id', 'viewer'],
  ['PUT', '/api/objects/:id', 'engineer'],
  ['DELETE', '/api/objects/:id', 'engineer'],
  ['GET', '/api/points', 'viewer'],
  ['POST', '/api/points', 'engineer'],
  ['GET', '/api/points/available', 'engineer'],
  ['POST', '/api/points/import', 'engineer'],
  ['GET', '/api/points/:id', 'viewer'],
  ['PUT', '/api/points/:id', 'engineer'],
  ['DELETE', '/api/points/:id', 'engineer'],

  ['GET', '/api/iot/token', 'admin'],
  ['POST', '/api/iot/token', 'admin'],
  ['POST', '/api/iot/codes/values', 'viewer'],
  ['POST', '/api/iot/codes/history', 'viewer'],
  ['POST', '/api/iot/codes/set', 'operator'],
  ['POST', '/api/iot/codes/force-set', 'admin'],
  ['POST', '/api/iot/alarms', 'viewer'],
  // The action `query` requires the role viewer. The other actions change data and require the role engineer.
  ['POST', '/api/iot/alarm-configs', 'viewer'],
  ['GET', '/api/iot/overrides', 'viewer'],
  ['DELETE', '/api/iot/overrides/:id', 'admin'],
  ['GET', '/api/iot/writes', 'operator'],
  ['POST', '/api/events/token', 'viewer'],
  ['GET', '/api/events', 'stream token'],
  ['GET', '/api/sse', 'stream token'],

  ['GET', '/api/reports', 'viewer'],
  ['POST', '/api/reports', 'engineer'],
  ['PUT', '/api/reports/:id', 'engineer'],
  ['DELETE', '/api/reports/:id', 'engineer'],
  ['POST', '/api/reports/:id/run', 'engineer'],
  ['GET', '/api/reports/:id/runs', 'viewer'],
  ['GET', '/api/reports/templates', 'viewer'],
  ['POST', '/api/reports/templates', 'engineer'],
  ['POST', '/api/reports/preview', 'engineer'],
  ['POST', '/api/reports/export', 'operator'],
  ['GET', '/api/reports/export/:jobId', 'operator'],
  ['GET', '/api/files', 'viewer'],
  ['POST', '/api/files', 'operator'],
  ['GET', '/api/files/:id', 'viewer'],
  ['GET', '/api/files/:id/preview', 'viewer'],
  ['DELETE', '/api/files/:id', 'engineer'],

  ['GET', '/api/control/lighting/:labelId/status', 'viewer'],
  ['POST', '/api/control/lighting/:labelId/toggle', 'operator'],
  ['POST', '/api/control/lighting/:labelId/batch', 'operator'],
  ['GET', '/api/dashboard-model', 'viewer'],
  ['PUT', '/api/dashboard-model', 'engineer'],
  ['GET', '/api/dashboard', 'viewer'],
  ['POST', '/api/dashboard', 'engineer'],
  ['PUT', '/api/dashboard/settings', 'engineer'],
  ['DELETE', '/api/dashboard/:id', 'engineer'],

  ['GET', '/', 'public'],
  ['GET', '/health/live', 'public'],
  ['GET', '/health/ready', 'public'],
  ['GET', '/metrics', 'public'],
  ['GET', '/documentation', 'public'],
  ['GET', '/documentation/*path', 'public'],
  ['GET', '/static/models/:filename', 'public'],
];

/**
 * The callers that each route allows. The start-up fails if the decorator of a route differs from the matrix, or if a
 * public route is missing from the matrix.
 */
export const PERMISSION_MATRIX: readonly RoutePermission[] = ROWS.map(([method, path, access]) => ({
  method,
  path,
  access,
  apiKeys: isRole(access) && !isAccountRoute(path),
}));

function isRole(access: AccessWord): access is Role {
  return (USER_ROLE_LIST as readonly AccessWord[]).includes(access);
}

/**
 * Returns whether the route concerns accounts, the caller's own data or API keys. These routes refuse API keys, so that
 * a stolen key cannot create an account or another key.
 * @param path the declared path of the route, with the global prefix
 */
export function isAccountRoute(path: string): boolean {
  return ACCOUNT_ROUTES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** Converts a route's decorator to an entry of the matrix. */
export function accessWordOf(access: RouteAccess): AccessWord {
  switch (access.kind) {
    case 'role':
      return access.lowest;
    case 'self_or':
      return 'self or admin';
    case 'stream_token':
      return 'stream token';
    default:
      return access.kind;
  }
}
