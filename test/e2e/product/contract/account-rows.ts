import { PASSWORD } from '../../../factories/an-account';
import { PICTURES } from '../../../factories/pictures';
import { content, type ContractRow, SUCCESS } from './contract-row';

const USER = {
  id: 'number',
  username: 'string',
  email: 'string',
  role: 'string',
  avatar: 'string|null',
  createdAt: 'instant',
  lastLoginAt: 'instant|null',
};
const TOKENS = { accessToken: 'string', refreshToken: 'string' };
const SESSION = { ...TOKENS, user: USER };
const API_KEY = {
  id: 'number',
  name: 'string',
  prefix: 'string',
  role: 'string',
  createdBy: 'string',
  createdAt: 'instant',
  expiresAt: 'instant|null',
  lastUsedAt: 'instant|null',
};
const CODE_SENT = { success: 'boolean', expiresIn: 'number' };
const UNLINKED = {
  status: 'string',
  bindToken: 'string',
  profile: { provider: 'string', email: 'string|null', name: 'string|null' },
};
const PREFERENCES = {
  theme: 'string',
  language: 'string',
  density: 'string',
  fontSize: 'string',
  desktopNotification: 'boolean',
  alertSound: 'boolean',
  showBreadcrumb: 'boolean',
  sidebarCollapsed: 'boolean',
};
const FORMATS = {
  'dateOrder?': 'string',
  'clock?': 'string',
  'decimalMark?': 'string',
  'firstWeekday?': 'string',
  'timeZone?': 'string',
};
const STORED_PREFERENCES = {
  ...Object.fromEntries(Object.entries(PREFERENCES).map(([name, type]) => [`${name}?`, type])),
  ...FORMATS,
};
const MERGED_PREFERENCES = { ...PREFERENCES, ...FORMATS };

const email = 'walker@example.org';
const password = 'an unusual sentence';
const provider = { provider: 'google' };

/** Sign-in, registration, users, settings, and sign-in through providers. */
export const accountRows: readonly ContractRow[] = [
  {
    route: 'POST /api/auth/register/send-code',
    access: 'public',
    status: 200,
    answer: CODE_SENT,
    body: { email },
  },
  {
    route: 'POST /api/auth/register',
    access: 'public',
    status: 201,
    answer: SESSION,
    body: async (world) => ({ username: 'walker', email, password, code: await world.mailedCode(email) }),
  },
  {
    route: 'POST /api/auth/forgot-password/send-code',
    access: 'public',
    status: 200,
    answer: CODE_SENT,
    body: { email },
  },
  {
    route: 'POST /api/auth/forgot-password/reset',
    access: 'public',
    status: 200,
    answer: SUCCESS,
    body: async (world) => ({
      email,
      code: await world.mailedCode(email),
      newPassword: `${password}, changed`,
    }),
  },
  {
    route: 'POST /api/auth/login',
    access: 'public',
    status: 200,
    answer: SESSION,
    body: { username: email, password: `${password}, changed` },
    keep: 'session',
  },
  {
    route: 'POST /api/auth/refresh',
    access: 'public',
    status: 200,
    answer: TOKENS,
    body: (world) => ({ refreshToken: world.text('session.refreshToken') }),
    keep: 'refreshed',
  },
  { route: 'GET /api/auth/me', access: 'viewer', status: 200, answer: USER },
  { route: 'GET /api/auth/me/state', access: 'viewer', status: 200, answer: STORED_PREFERENCES },
  {
    route: 'POST /api/auth/logout',
    access: 'viewer',
    status: 200,
    answer: SUCCESS,
    body: (world) => ({ refreshToken: world.text('refreshed.refreshToken') }),
  },

  {
    route: 'GET /api/auth/oauth/providers',
    access: 'public',
    status: 200,
    answer: { providers: [{ id: 'string', name: 'string' }] },
  },
  {
    route: 'GET /api/auth/oauth/:provider/authorize',
    access: 'public',
    status: 200,
    answer: { url: 'string' },
    path: provider,
  },
  {
    route: 'GET /api/auth/oauth/:provider/callback',
    access: 'public',
    status: 200,
    answer: UNLINKED,
    keep: 'stranger',
    call: async (world) => {
      const back = await world.backFromProvider();
      return world.browser.go(back.href, { headers: { accept: 'application/json' } });
    },
  },
  {
    route: 'POST /api/auth/oauth/:provider/callback',
    access: 'public',
    status: 200,
    answer: UNLINKED,
    keep: 'otherStranger',
    call: async (world) => {
      const { origin, pathname, searchParams } = await world.backFromProvider();
      return world.browser.go(`${origin}${pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(searchParams)),
      });
    },
  },
  {
    route: 'POST /api/auth/oauth/register-and-bind',
    access: 'public',
    status: 201,
    answer: SESSION,
    body: (world) => ({ bindToken: world.text('stranger.bindToken'), username: 'from.provider' }),
  },
  {
    route: 'POST /api/auth/oauth/bind',
    access: 'public',
    status: 200,
    answer: SESSION,
    body: (world) => ({
      bindToken: world.text('otherStranger.bindToken'),
      username: 'walker',
      password: `${password}, changed`,
    }),
    keep: 'walker',
  },

  {
    route: 'GET /api/users',
    access: 'admin',
    status: 200,
    answer: [USER],
    paged: true,
    query: ['search', 'role'],
  },
  {
    route: 'POST /api/users',
    access: 'admin',
    status: 201,
    answer: USER,
    body: { username: 'created', email: 'created@example.org', password, role: 'viewer' },
    keep: 'user',
  },
  {
    route: 'GET /api/users/directory',
    access: 'viewer',
    status: 200,
    answer: [{ id: 'number', username: 'string' }],
    paged: true,
  },
  {
    route: 'GET /api/users/roles',
    access: 'admin',
    status: 200,
    answer: [{ method: 'string', path: 'string', access: 'string' }],
    keep: 'permissions',
  },
  ...(
    [
      ['GET /api/users/:id', undefined],
      ['PUT /api/users/:id', { username: 'renamed' }],
    ] as const
  ).map(([route, body]): ContractRow => ({
    route,
    access: 'self or admin',
    status: 200,
    answer: USER,
    body,
    path: (world) => ({ id: world.number('user.id') }),
  })),
  {
    route: 'PUT /api/users/:id/role',
    access: 'admin',
    status: 200,
    answer: USER,
    body: { role: 'operator' },
    path: (world) => ({ id: world.number('user.id') }),
  },
  {
    route: 'POST /api/users/:id/avatar',
    access: 'self or admin',
    status: 200,
    answer: USER,
    exact: { avatar: 'string' },
    form: { bytes: PICTURES.png, name: 'me.png' },
    path: (world) => ({ id: world.number('user.id') }),
  },
  {
    route: 'GET /api/users/:id/avatar',
    access: 'viewer',
    status: 200,
    answer: content('image/png'),
    path: (world) => ({ id: world.number('user.id') }),
  },
  {
    route: 'DELETE /api/users/:id/avatar',
    access: 'self or admin',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('user.id') }),
  },
  {
    route: 'GET /api/users/:id/sessions',
    access: 'self or admin',
    status: 200,
    answer: [
      {
        id: 'number',
        createdAt: 'instant',
        lastUsedAt: 'instant',
        expiresAt: 'instant',
        userAgent: 'string|null',
        current: 'boolean',
      },
    ],
    path: (world) => ({ id: world.number('walker.user.id') }),
    keep: 'sessions',
  },
  {
    route: 'DELETE /api/users/:id/sessions/:sessionId',
    access: 'self or admin',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('walker.user.id'), sessionId: world.number('sessions.0.id') }),
  },
  {
    route: 'GET /api/users/:id/identities',
    access: 'self or admin',
    status: 200,
    answer: [{ provider: 'string', subject: 'string', createdAt: 'instant' }],
    path: (world) => ({ id: world.number('walker.user.id') }),
    keep: 'identities',
  },
  {
    route: 'DELETE /api/users/:id/identities/:provider/:subject',
    access: 'self or admin',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({
      id: world.number('walker.user.id'),
      provider: world.text('identities.0.provider'),
      subject: world.text('identities.0.subject'),
    }),
  },
  {
    route: 'DELETE /api/users/:id',
    access: 'admin',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('user.id') }),
  },
  {
    route: 'PUT /api/users/:id/password',
    access: 'self',
    status: 200,
    answer: SUCCESS,
    body: { currentPassword: PASSWORD, newPassword: `${PASSWORD}, changed` },
    path: (world) => ({ id: world.session('viewer').user.id }),
  },

  {
    route: 'POST /api/api-keys',
    access: 'admin',
    status: 201,
    answer: { ...API_KEY, key: 'string' },
    body: { name: 'Dashboard', role: 'viewer', expiresAt: '2036-01-01T00:00:00Z' },
    keep: 'apiKey',
  },
  { route: 'GET /api/api-keys', access: 'admin', status: 200, answer: [API_KEY], paged: true },
  {
    route: 'DELETE /api/api-keys/:id',
    access: 'admin',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.text('apiKey.id') }),
  },

  { route: 'GET /api/settings', access: 'viewer', status: 200, answer: MERGED_PREFERENCES },
  {
    route: 'PUT /api/settings',
    access: 'viewer',
    status: 200,
    answer: MERGED_PREFERENCES,
    body: { theme: 'dark' },
  },
  // Later rows would miss the demonstration.
  { route: 'DELETE /api/setup/demonstration', access: 'admin', status: 200, answer: SUCCESS },
];
