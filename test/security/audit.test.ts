import { AuditService } from '@app/domain';
import { UserEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { PASSWORD } from '../factories/an-account';
import { type CallOptions, RunningApi } from '../factories/running-api';

const REQUEST_ID = 'audited-request';

interface Entry {
  id: string;
  at: string;
  userId: number | null;
  username: string;
  action: string;
  target: string | null;
  before: unknown;
  after: unknown;
  requestId: string | null;
  address: string | null;
}

describe('the audit log over HTTP', () => {
  let api: RunningApi;
  let token: string;
  let adminId: number;

  beforeAll(async () => {
    api = await RunningApi.start({ TRUSTED_PROXIES: ['127.0.0.1'] });
    token = await api.signIn();
    ({ id: adminId } = await api.database.dataSource.manager.findOneByOrFail(UserEntity, {
      username: 'admin',
    }));
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, {
      token,
      ...options,
      headers: { 'x-request-id': REQUEST_ID, 'x-forwarded-for': '192.0.2.7', ...options.headers },
    });
  const list = async (query = '', as = token) =>
    (await call('GET', `/system/audit?${query}`, { token: as })).body as Entry[];
  const newest = async () => (await list('limit=1'))[0];
  const login = (username: string, password: string) =>
    call('POST', '/auth/login', { token: undefined, body: { username, password } });

  const byAdmin = () => ({
    userId: adminId,
    username: 'admin',
    requestId: REQUEST_ID,
    address: '192.0.2.7',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
  });

  describe('sign-ins', () => {
    it("the audit log records sign-ins with the client's address", async () => {
      expect((await login('admin', PASSWORD)).status).toBe(200);
      expect(await newest()).toMatchObject({ ...byAdmin(), action: 'session.began', after: null });
    });

    it('the audit log records sign-ins that failed, with the name that the caller sent', async () => {
      expect((await login('Admin', 'hidden-wrong')).status).toBe(401);
      const known = { userId: null, username: 'Admin', action: 'session.refused', address: '192.0.2.7' };
      expect(await newest()).toMatchObject({ ...known, target: `user ${adminId}` });
      expect((await login('nobody-known', 'hidden-wrong')).status).toBe(401);
      expect(await newest()).toMatchObject({ userId: null, username: 'nobody-known', target: null });
    });

    it('the audit log records sign-ins that failed, with a long name truncated to the width of its column', async () => {
      const name = '管'.repeat(254);
      expect((await login(name, 'hidden-wrong')).status).toBe(401);
      expect(await newest()).toMatchObject({ action: 'session.refused', username: name });
    });

    it('the audit log records sign-ins and sign-outs', async () => {
      const viewer = await api.signInAs('viewer');
      await call('POST', '/auth/logout', { token: viewer.token });
      expect(await newest()).toMatchObject({ userId: viewer.id, action: 'post auth/logout' });
    });
  });

  describe('writes', () => {
    it('the audit log records every write to the configuration, with the values before and after', async () => {
      const mail = { host: 'mail.example.org', password: 'hidden-mail' };
      await call('PUT', '/configs', { body: { platformName: 'Works', mail } });
      expect(await newest()).toMatchObject({
        ...byAdmin(),
        action: 'configuration.changed',
        before: { platformName: 'Plantroom', mail: { host: null, password: null } },
        after: { platformName: 'Works', mail: { host: 'mail.example.org', password: '********' } },
      });
    });

    it('the audit log records every write to the areas', async () => {
      const areas = [{ name: 'Hall', meters: [{ pointCode: 'hall/energy' }] }];
      expect((await call('PUT', '/energy/areas', { body: { areas } })).status).toBe(200);
      const [entry] = await list('action=areas.replaced');
      expect(entry).toMatchObject(byAdmin());
      expect(JSON.stringify(entry?.after)).toContain('Hall');
    });

    it('the audit log records every write to users, their roles and their passwords', async () => {
      const account = {
        username: 'audited',
        email: 'audited@example.org',
        password: 'hidden sentence 1',
        role: 'viewer',
      };
      const { body } = await call('POST', '/users', { body: account });
      const { id } = body as { id: number };
      const target = `user ${id}`;
      expect(await newest()).toMatchObject({ ...byAdmin(), action: 'user.created', target });
      await call('PUT', `/users/${id}/role`, { body: { role: 'engineer' } });
      expect(await newest()).toMatchObject({
        ...byAdmin(),
        action: 'user.role_changed',
        target,
        before: { role: 'viewer' },
        after: { role: 'engineer' },
      });
      const signedIn = await login('audited', account.password);
      const change = { currentPassword: account.password, newPassword: 'hidden sentence 2' };
      const own = (signedIn.body as { accessToken: string }).accessToken;
      expect((await call('PUT', `/users/${id}/password`, { token: own, body: change })).status).toBe(200);
      expect(await newest()).toMatchObject({
        userId: id,
        username: 'audited',
        action: 'user.password_changed',
      });
      await call('DELETE', `/users/${id}`);
      expect(await newest()).toMatchObject({ ...byAdmin(), action: 'user.removed', target });
      // The entries remain after the user is deleted.
      expect(await list(`userId=${id}`)).not.toEqual([]);
    });

    it('the audit log names the API key that wrote, and the key shows when it was last used', async () => {
      const startMs = Date.now();
      const created = await call('POST', '/api-keys', { body: { name: 'Importer', role: 'engineer' } });
      const { id, key, lastUsedAt } = created.body as { id: number; key: string; lastUsedAt: unknown };
      expect(lastUsedAt).toBeNull();
      const workflow = { name: 'By a key', nodes: [{ id: 'start', type: 'start' }], edges: [] };
      expect((await call('POST', '/workflows', { token: key, body: workflow })).status).toBe(201);
      const [entry] = await list('action=workflow.created');
      expect(entry).toMatchObject({ ...byAdmin(), userId: null, username: `API key Importer (${id})` });
      const { body } = await call('GET', '/api-keys');
      const used = (body as { id: number; lastUsedAt: string }[]).find((one) => one.id === id);
      expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(startMs);
    });

    it('the audit log records a write by path and body if no service records the details', async () => {
      await call('PUT', '/settings', { body: { theme: 'dark' } });
      expect(await newest()).toMatchObject({
        ...byAdmin(),
        action: 'put settings',
        target: '/api/settings',
        after: { theme: 'dark' },
      });
    });

    it('the audit log has no entry for a change that was rolled back', async () => {
      const { dataSource } = api.database;
      const audit = new AuditService(dataSource, new FixedClock(Date.parse('2026-01-10T12:00Z')));
      const failing = dataSource.transaction(async (manager) => {
        await audit.record(Actor.user(adminId, 'admin', 'admin'), { action: 'undone' }, manager);
        throw new Error('The change failed.');
      });
      await expect(failing).rejects.toThrow('The change failed.');
      expect(await list('action=undone')).toEqual([]);
    });

    it('the audit log records neither refused requests nor read-only requests', async () => {
      const viewer = await api.signInAs('viewer');
      const before = await newest();
      await call('PUT', '/configs', { body: { timezone: 'Mars/Olympus' } });
      await call('PUT', '/configs', { token: viewer.token, body: { platformName: 'Mine' } });
      await call('POST', '/events/token');
      await call('GET', '/configs');
      expect(await newest()).toEqual(before);
    });
  });

  describe('reading', () => {
    it('only administrators can read the audit log', async () => {
      for (const role of ['viewer', 'operator', 'engineer'] as const) {
        const { token: low } = await api.signInAs(role);
        expect(await call('GET', '/system/audit', { token: low })).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        });
      }
      expect((await call('GET', '/system/audit', { token: undefined })).status).toBe(401);
    });

    it('the audit log is listed in pages, newest first', async () => {
      const all = await list('limit=200');
      expect(all.length).toBeGreaterThan(6);
      expect(all.map(({ id }) => id)).toEqual(
        all
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      );
      const { body, headers } = await call('GET', '/system/audit?page=2&limit=3');
      expect(body).toEqual(all.slice(3, 6));
      expect(headers.get('x-total-count')).toBe(String(all.length));
      expect(headers.get('link')).toMatch(/[?&]after=[\w-]+>; rel="next"/);
    });

    it('the audit log can be filtered by user, action and time', async () => {
      const all = await list('limit=200');
      expect(await list(`limit=200&userId=${adminId}`)).toEqual(
        all.filter(({ userId }) => userId === adminId),
      );
      expect(await list('limit=200&action=session.began')).toEqual(
        all.filter(({ action }) => action === 'session.began'),
      );
      const { at } = all[3] as Entry;
      expect(await list(`limit=200&from=${at}`)).toEqual(all.filter((entry) => entry.at >= at));
      expect(await list(`limit=200&to=${at}`)).toEqual(all.filter((entry) => entry.at < at));
      expect(await list('from=2000-01-01&to=2000-01-02')).toEqual([]);
    });

    it('the audit log shows no secret', async () => {
      const text = JSON.stringify([...(await list('limit=200')), ...(await api.auditEntries())]);
      expect(text).not.toContain('hidden');
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain('argon2');
    });
  });

  it('the audit log cannot be changed by any route', async () => {
    const entry = await newest();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await call(method, '/system/audit', { body: { action: 'forged' } });
      expect({ method, status }).toEqual({ method, status: 405 });
      expect((await call(method, `/system/audit/${entry?.id}`)).status).toBe(404);
    }
    expect(await newest()).toEqual(entry);
    const reference = (await (await fetch(`${api.address}/documentation/json`)).json()) as { paths: object };
    const routes = Object.entries(reference.paths).filter(([path]) => path.includes('audit'));
    expect(routes.map(([path, item]) => [path, Object.keys(item as object)])).toEqual([
      ['/api/system/audit', ['get']],
    ]);
  });
});
