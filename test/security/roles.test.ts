import { request } from 'node:http';
import type { RoutePermission } from '@app/auth';
import { type Role, USER_ROLE_LIST, roleCovers } from '@app/kernel';
import type { OpenAPIObject } from '@nestjs/swagger';
import { anAccount } from '../factories/an-account';
import { type ApiAnswer, RunningApi } from '../factories/running-api';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
/** An id that no record has. A call with this id shows only whether the call is permitted. */
const NO_ID = '2147483647';
/** The status of permitted calls that need the gateway, because no gateway runs in this test. */
const NO_GATEWAY = 502;

interface Caller {
  role: Role | null;
  id: number;
  token?: string;
  /** True if the token is an API key. */
  isKey?: boolean;
}

describe('the permission table', () => {
  let api: RunningApi;
  let table: RoutePermission[];
  let routes: RoutePermission[];
  /** The media types of the body of each operation in the reference. */
  let mediaTypes: Map<RoutePermission, string[]>;
  let callers: Caller[];

  beforeAll(async () => {
    api = await RunningApi.start();
    callers = [{ role: null, id: 0 }];
    for (const role of USER_ROLE_LIST) callers.push({ role, ...(await api.signInAs(role)) });
    const { token } = caller('admin');
    for (const role of ['viewer', 'admin'] as const) {
      const { body } = await api.call('POST', '/api/api-keys', { token, body: { name: role, role } });
      callers.push({ role, id: 0, token: (body as { key: string }).key, isKey: true });
    }
    table = (await api.call('GET', '/api/users/roles', { token })).body as RoutePermission[];
    mediaTypes = await documentedRoutes();
    routes = [...mediaTypes.keys()];
  }, 60_000);

  afterAll(() => api.stop());

  /** The rows of the permission table, one for each operation of the reference, with the media types of its body. */
  async function documentedRoutes(): Promise<Map<RoutePermission, string[]>> {
    const { body } = await api.call('GET', '/documentation/json');
    const documented = new Map<RoutePermission, string[]>();
    for (const [template, item] of Object.entries((body as OpenAPIObject).paths)) {
      const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
      for (const method of METHODS) {
        const operation = item[method.toLowerCase() as 'get'];
        if (!operation) continue;
        const listed = table.find((row) => row.method === method && row.path === path);
        if (!listed) throw new Error(`The permission table has no row for ${method} ${path}.`);
        const { content = {} } = (operation.requestBody ?? {}) as { content?: object };
        documented.set(listed, Object.keys(content));
      }
    }
    return documented;
  }

  const caller = (role: Role): Caller => {
    const found = callers.find((one) => one.role === role);
    if (!found) throw new Error(`No test user has the role ${role}.`);
    return found;
  };

  /** Calls a route with an invalid body, so that a permitted call changes nothing. */
  function callWith(
    { method, path }: RoutePermission,
    id: string,
    token?: string,
    type = 'application/json',
  ): Promise<ApiAnswer> {
    const address = path.replaceAll(/[:*]\w+/g, (name) => (name === ':id' ? id : 'none'));
    return api.call(method, address, {
      token,
      ...(method !== 'GET' && { body: '{"malformed', headers: { 'content-type': type } }),
    });
  }

  /** Returns the expected status 401 or 403, or null if the call is permitted. */
  function refusalOf(
    { access, apiKeys }: RoutePermission,
    { role, isKey }: Caller,
    own: boolean,
  ): number | null {
    if (access === 'public') return null;
    if (role === null || access === 'stream token') return 401;
    if (isKey && !apiKeys) return 403;
    if (access.startsWith('self') && own) return null;
    if (access === 'self') return 403;
    return roleCovers(role, access === 'self or admin' ? 'admin' : access) ? null : 403;
  }

  /** Returns nobody, the highest role that may not call the route, the lowest that may, and one API key. */
  function boundary(route: RoutePermission): Caller[] {
    const users = callers.filter(({ role, isKey }) => role !== null && !isKey);
    const refused = users.filter((who) => refusalOf(route, who, false) !== null);
    const permitted = users.find((who) => refusalOf(route, who, false) === null) ?? users[0];
    // The key with the highest role shows that a route takes no keys. The other key shows that a role limits a key.
    const key = callers.findLast(({ isKey, role }) => isKey && (role === 'admin') !== route.apiKeys);
    return [callers[0], refused.at(-1), permitted, key].filter((who) => who !== undefined);
  }

  it('the permission table covers the routes of accounts, and more than 30 routes in total', () => {
    const paths = routes.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual(expect.arrayContaining(['GET /api/users', 'PUT /api/users/:id/role']));
    expect(routes.length).toBeGreaterThan(30);
  });

  it('the permission table holds for each route at the boundary between roles, and a call without a token gets an error in JSON', async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      for (const who of boundary(route)) {
        for (const own of route.path.includes(':id') && !who.isKey ? [true, false] : [false]) {
          const expected = refusalOf(route, who, own);
          // Skip permitted calls with the caller's own id: routes that ignore their body would take effect.
          if (own && !route.access.startsWith('self') && expected === null) continue;
          const answer = await callWith(route, own ? String(who.id) : NO_ID, who.token);
          const { status } = answer;
          const refused = status === 401 || status === 403 ? status : null;
          const what = `${route.method} ${route.path} (${route.access}${own ? ', own' : ''})`;
          if (refused !== expected || (status >= 500 && status !== NO_GATEWAY)) {
            wrong.push(
              `${what} as ${who.isKey ? 'key ' : ''}${who.role ?? 'nobody'}: ${status} for ${expected ?? 'no refusal'}`,
            );
          }
          if (status === 401 && !isUnauthenticated(answer)) wrong.push(`${what}: ${answer.text}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('the API refuses a call without a token before it reads a body of any type', async () => {
    const closed = routes.filter(({ access }) => access !== 'public');
    const json = closed.find((route) => mediaTypes.get(route)?.join() === 'application/json');
    const calls = closed.flatMap((route) =>
      (route === json ? ['text/csv', 'multipart/form-data'] : (mediaTypes.get(route) ?? []))
        // The test of the permission table sends JSON to each route.
        .filter((type) => type !== 'application/json')
        .map((type) => ({ route, type: type === 'multipart/form-data' ? `${type}; boundary=x` : type })),
    );
    expect(json).toBeDefined();
    expect(new Set(calls.map(({ type }) => type)).size).toBeGreaterThan(2);
    for (const { route, type } of calls) {
      const answer = await callWith(route, '1', undefined, type);
      expect([route.path, type, answer.status]).toEqual([route.path, type, 401]);
      expect(isUnauthenticated(answer)).toBe(true);
    }
  });

  it('only stream tokens can open a stream', async () => {
    const { token } = caller('viewer');
    const { body } = await api.call('POST', '/api/events/token', { token });
    const streamToken = (body as { token: string }).token;
    for (const path of ['/api/events', '/api/sse']) {
      expect((await api.call('HEAD', `${path}?token=${streamToken}`)).status).toBe(200);
      expect((await api.call('HEAD', `${path}?token=${token}`)).status).toBe(401);
      expect((await api.call('HEAD', path, { token: streamToken })).status).toBe(401);
    }
  });

  it('the permission table is shown to administrators, but not to engineers', async () => {
    expect(table).toContainEqual({
      method: 'POST',
      path: '/api/iot/codes/force-set',
      access: 'admin',
      apiKeys: true,
    });
    expect(table).toContainEqual({
      method: 'GET',
      path: '/documentation',
      access: 'public',
      apiKeys: false,
    });
    const refused = await api.call('GET', '/api/users/roles', { token: caller('engineer').token });
    expect(refused.status).toBe(403);
  });

  describe('similar paths', () => {
    it.each([
      ['POST', '/api/auth/login-history'],
      ['GET', '/api/auth/login-history'],
      ['POST', '/api/auth/login/history'],
      ['POST', '/api/webhooks-admin'],
      ['GET', '/api/public/settings-all'],
      ['GET', '/api/public'],
      ['GET', '/api'],
      ['GET', '/nothing'],
      ['GET', '/health'],
      ['GET', '/health/live/users'],
    ])('the API responds to %s %s with 404 in JSON', async (method, path) => {
      const answer = await api.call(method, path);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: expect.any(String), code: 'not_found' });
    });

    it.each([
      ['GET', '/api/auth/login', 'OPTIONS, POST'],
      ['DELETE', '/api/users', 'GET, HEAD, OPTIONS, POST'],
      ['POST', '/api/public/settings', 'GET, HEAD, OPTIONS'],
    ])('the API responds to the unsupported method %s %s with 405', async (method, path, allowed) => {
      const answer = await api.call(method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe(allowed);
    });

    it.each([
      '/api/auth/login/../../users',
      '/api/public/settings/../../users',
      '/api/public/settings/..%2f..%2fusers',
      '/api/public/settings%2f..%2f..%2fusers',
      '/api/public/settings/;/users',
      '//api/users',
      '/api//users',
      '/api/./users',
      '/api/users%2f',
      '/API/Users',
      '/api/users/',
      '/api/users?x=/api/public/settings',
    ])('the API does not give access through the path %s', async (path) => {
      expect([401, 404]).toContain(await rawStatus(api.address, path));
    });
  });

  describe('changes of roles', () => {
    it('the demotion of an administrator applies to the next request', async () => {
      const demoted = await api.signInAs('admin');
      const { token } = caller('admin');
      expect((await api.call('GET', '/api/users', { token: demoted.token })).status).toBe(200);

      const body = { role: 'viewer' };
      const answer = await api.call('PUT', `/api/users/${demoted.id}/role`, { token, body });

      expect(answer).toMatchObject({ status: 200, body: { id: demoted.id, role: 'viewer' } });
      expect((await api.call('GET', '/api/users', { token: demoted.token })).status).toBe(403);
      expect((await api.call('GET', '/api/auth/me', { token: demoted.token })).status).toBe(200);
    });

    it('the promotion of a user applies to the next request', async () => {
      const promoted = await api.signInAs('viewer');
      const { token } = caller('admin');
      await api.call('PUT', `/api/users/${promoted.id}/role`, { token, body: { role: 'admin' } });
      expect((await api.call('GET', '/api/users', { token: promoted.token })).status).toBe(200);
    });

    it('the deletion of a user applies to the next request, and ends their session', async () => {
      const { id, username } = await anAccount(api.database.dataSource);
      const body = { username, password: 'correct horse battery staple' };
      const session = (await api.call('POST', '/api/auth/login', { body })).body as Record<string, string>;
      const { token } = caller('admin');

      const answer = await api.call('DELETE', `/api/users/${id}`, { token });

      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect((await api.call('GET', '/api/auth/me', { token: session.accessToken })).status).toBe(401);
      const { refreshToken } = session;
      expect((await api.call('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(401);
      expect((await api.call('POST', '/api/auth/login', { body })).status).toBe(401);
    });
  });
});

/** True if the answer is the JSON of the error for a call without a valid token, and nothing else. */
function isUnauthenticated({ headers, body }: ApiAnswer): boolean {
  const { error, code, ...others } = (body ?? {}) as Record<string, unknown>;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return Boolean(
    isJson && typeof error === 'string' && code === 'unauthenticated' && Object.keys(others).length === 0,
  );
}

/** Sends the path unchanged, because `fetch` would normalize it. */
function rawStatus(address: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });
}
