import { UserEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import { anAccount } from '../factories/an-account';
import { type ApiAnswer, RunningApi } from '../factories/running-api';

const idsOf = ({ body }: ApiAnswer) => (body as { id: number }[]).map(({ id }) => id);

let api: RunningApi;
/** The access token of the seeded administrator. */
let token: string;

beforeAll(async () => {
  api = await RunningApi.start();
  token = await api.signIn();
}, 60_000);
afterAll(() => api.stop());

const create = (user: object) =>
  api.call('POST', '/api/users', { token, body: { password: 'correct horse battery', ...user } });
const list = (query: string) => api.call('GET', `/api/users?${query}`, { token });
const administrators = () => api.database.dataSource.manager.countBy(UserEntity, { role: 'admin' });

// These tests come first, because they expect no other administrators.
describe('the last administrator', () => {
  let seeded: { id: number; token: string };

  beforeAll(async () => {
    const { body } = await api.call('GET', '/api/auth/me', { token });
    seeded = { id: (body as { id: number }).id, token };
  });

  const changeRole = (id: number, role: Role, token = seeded.token) =>
    api.call('PUT', `/api/users/${id}/role`, { token, body: { role } });
  const remove = (id: number, token = seeded.token) => api.call('DELETE', `/api/users/${id}`, { token });

  it('the last administrator can be neither demoted nor deleted', async () => {
    const last = { status: 409, body: { code: 'last_administrator' } };
    expect(await changeRole(seeded.id, 'engineer')).toMatchObject(last);
    expect(await remove(seeded.id)).toMatchObject(last);
    expect(await changeRole(seeded.id, 'admin')).toMatchObject({ status: 200 });
    expect(await administrators()).toBe(1);
  });

  it('an administrator can be demoted or deleted while another administrator remains', async () => {
    const other = await anAccount(api.database.dataSource, { role: 'admin' });
    expect((await changeRole(other.id, 'viewer')).status).toBe(200);
    expect((await changeRole(other.id, 'admin')).status).toBe(200);
    expect((await remove(other.id)).status).toBe(200);
    expect(await administrators()).toBe(1);
  });

  it.each([
    ['two administrators demote each other', changeRoleOf('other'), changeRoleOf('other')],
    ['two administrators delete each other', removalOf('other'), removalOf('other')],
    ['two administrators demote themselves', changeRoleOf('self'), changeRoleOf('self')],
    ['two administrators delete themselves', removalOf('self'), removalOf('self')],
    [
      'one administrator demotes themselves and another deletes themselves',
      changeRoleOf('self'),
      removalOf('self'),
    ],
  ])('one administrator remains when %s at the same moment', async (_, first, second) => {
    for (let round = 0; round < 2; round++) {
      const one = await api.signInAs('admin');
      const two = await api.signInAs('admin');
      await api.database.dataSource.manager.update(UserEntity, { id: seeded.id }, { role: 'viewer' });

      const answers = await Promise.all([first(one, two), second(two, one)]);

      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // When the second request arrives, its caller may have lost their role (403) or account (401).
      expect([401, 403, 409]).toContain(Math.max(...statuses));
      expect(await administrators()).toBe(1);
      await api.database.dataSource.manager.update(UserEntity, { id: seeded.id }, { role: 'admin' });
      await api.database.dataSource.manager.delete(UserEntity, [one.id, two.id]);
    }
  });

  it('one administrator remains when many concurrent requests demote or delete administrators', async () => {
    const others = await Promise.all(
      Array.from({ length: 6 }, () => anAccount(api.database.dataSource, { role: 'admin' })),
    );
    const all = [seeded.id, ...others.map(({ id }) => id)];
    const answers = await Promise.all(
      all.map((id, index) => (index % 2 ? remove(id) : changeRole(id, 'operator'))),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await administrators()).toBeGreaterThanOrEqual(1);
    await api.database.dataSource.manager.update(UserEntity, { id: seeded.id }, { role: 'admin' });
  });

  type Admin = { id: number; token: string };

  function changeRoleOf(whom: 'self' | 'other') {
    return (self: Admin, other: Admin) =>
      changeRole((whom === 'self' ? self : other).id, 'engineer', self.token);
  }

  function removalOf(whom: 'self' | 'other') {
    return (self: Admin, other: Admin) => remove((whom === 'self' ? self : other).id, self.token);
  }
});

describe('the administration of users', () => {
  it('user administration creates a viewer who can sign in, and never shows the password hash', async () => {
    const answer = await create({ username: 'Ada', email: 'Ada@Example.org', password: 'analytical engine' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      username: 'Ada',
      email: 'Ada@Example.org',
      role: 'viewer',
      avatar: null,
      createdAt: expect.stringMatching(/Z$/),
      lastLoginAt: null,
    });
    const body = { username: 'ADA', password: 'analytical engine' };
    const login = await api.call('POST', '/api/auth/login', { body });
    expect(login).toMatchObject({ status: 200, body: { user: { username: 'Ada' } } });
  });

  it('user administration creates a user with the given role', async () => {
    const answer = await create({ username: 'erika', email: 'erika@example.org', role: 'engineer' });
    expect(answer).toMatchObject({ status: 201, body: { role: 'engineer' } });
  });

  it.each([
    [{ username: 'ab' }, 'username'],
    [{ username: 'with blank' }, 'username'],
    [{ username: 'x'.repeat(65) }, 'username'],
    [{ username: 'no@sign' }, 'username'],
    [{ username: { $ne: null } }, 'username'],
    [{ email: 'no address' }, 'email'],
    [{ email: 'two@example.org,three@example.org' }, 'email'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email'],
    [{ role: 'owner' }, 'role'],
    [{ password: 'short' }, 'password'],
    [{ password: 'password1' }, 'password'],
    [{ password: 'my name is Correct.Name' }, 'password'],
    [{ password: 12_345_678 }, 'password'],
  ])('user administration refuses to create a user with %j', async (fault, path) => {
    const answer = await create({ username: 'correct.name', email: 'correct@example.org', ...fault });
    expect(answer).toMatchObject({ status: 400, body: { details: [expect.objectContaining({ path })] } });
    const manager = api.database.dataSource.manager;
    expect(await manager.existsBy(UserEntity, { usernameFolded: 'correct.name' })).toBe(false);
  });

  it('a user ends their session: its tokens are refused at once, its stream ends, and the next sign-in works', async () => {
    const ada = await api.signInAs('admin');
    const path = `/api/users/${ada.id}/sessions`;
    const { body } = await api.call('GET', path, { token: ada.token });
    expect(body).toEqual([
      {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
        userAgent: 'node',
        current: true,
      },
    ]);
    const issued = await Promise.all(
      ['/api/events/token', '/api/iot/token'].map((route) =>
        api.call('POST', route, { token: ada.token, body: {} }),
      ),
    );
    const [streamToken = '', iotToken] = issued.map((answer) => (answer.body as { token: string }).token);
    const openStream = () => fetch(`${api.address}/api/events?token=${streamToken}`);
    const stream = await openStream();

    const [{ id }] = body as [{ id: number }];
    expect(await api.call('DELETE', `${path}/${id}`, { token: ada.token })).toMatchObject({ status: 200 });

    await stream.text();
    expect((await openStream()).status).toBe(401);
    const proxied = { token: iotToken, body: { codes: ['a'] } };
    expect((await api.call('POST', '/api/iot/codes/values', proxied)).status).toBe(401);
    expect((await api.call('GET', '/api/auth/me', { token: ada.token })).status).toBe(401);
    const next = await api.signIn(ada.username);
    expect((await api.call('GET', '/api/auth/me', { token: next })).status).toBe(200);
  });

  it('an administrator ends the session of another user, which the audit log records', async () => {
    const ada = await api.signInAs('viewer');
    const path = `/api/users/${ada.id}/sessions`;
    const { body } = await api.call('GET', path, { token });
    expect(body).toMatchObject([{ current: false }]);
    const [{ id }] = body as [{ id: number }];
    const end = () => api.call('DELETE', `${path}/${id}`, { token });
    expect([(await end()).status, (await end()).status]).toEqual([200, 404]);
    expect((await api.call('GET', '/api/auth/me', { token: ada.token })).status).toBe(401);
    const entries = (await api.auditEntries()).filter(({ target }) => target === `user ${ada.id}`);
    expect(entries).toMatchObject([{ action: 'session.ended', username: api.environment.ADMIN_USERNAME }]);
    expect((await api.call('GET', '/api/users/2147483647/sessions', { token })).status).toBe(404);
  });

  it('user administration records changes in the audit log with the values before and after', async () => {
    const { body } = await create({ username: 'audited', email: 'audited@example.org' });
    const { id } = body as { id: number };
    const path = `/api/users/${id}`;
    await api.call('PUT', path, { token, body: { email: 'other@example.org' } });
    await api.call('PUT', `${path}/role`, { token, body: { role: 'operator' } });
    await api.call('DELETE', path, { token });

    const entries = (await api.auditEntries()).filter(({ target }) => target === `user ${id}`);
    const told = entries.map(({ action, username, before, after }) => [
      `${action} by ${username}`,
      ...[before, after].map((json) => json && (JSON.parse(json) as unknown)),
    ]);
    expect(told).toEqual([
      ['user.created by admin', null, expect.objectContaining({ username: 'audited', role: 'viewer' })],
      ['user.changed by admin', { email: 'audited@example.org' }, { email: 'other@example.org' }],
      ['user.role_changed by admin', { role: 'viewer' }, { role: 'operator' }],
      ['user.removed by admin', expect.objectContaining({ role: 'operator' }), null],
    ]);
    expect(JSON.stringify(told)).not.toContain('$argon2id');
  });

  it('user administration shows names of users to viewers, but not their addresses or roles', async () => {
    const viewer = await api.signInAs('viewer');
    const { id, username } = viewer;
    const answer = await api.call('GET', '/api/users/directory?limit=200', viewer);
    expect(answer).toMatchObject({ status: 200, body: expect.arrayContaining([{ id, username }]) });
  });

  describe('unique names and addresses', () => {
    let user: UserEntity;

    beforeAll(async () => {
      user = await anAccount(api.database.dataSource, { username: 'Grace', email: 'Grace@Example.org' });
    });

    it.each([
      [{ username: 'gRACE', email: 'other@example.org' }, 'username_taken'],
      [{ username: 'other', email: 'gRACE@eXAMPLE.ORG' }, 'email_taken'],
      [{ username: 'grace', email: 'grace@example.org' }, 'username_taken'],
    ])(
      'user administration refuses a new user whose name or address is in use, ignoring case: %j',
      async (names, code) => {
        expect(await create(names)).toMatchObject({ status: 409, body: { code } });
      },
    );

    it.each([
      [{ username: 'GRACE' }, 'username_taken'],
      [{ email: 'GRACE@example.org' }, 'email_taken'],
      [{ username: 'unheard.of', email: 'GRACE@example.org' }, 'email_taken'],
    ])(
      'user administration refuses to change a user to a name or address that is in use, ignoring case: %j',
      async (names, code) => {
        const other = await anAccount(api.database.dataSource);
        const answer = await api.call('PUT', `/api/users/${other.id}`, { token, body: names });
        expect(answer).toMatchObject({ status: 409, body: { code } });
        const { manager } = api.database.dataSource;
        expect(await manager.findOneByOrFail(UserEntity, { id: other.id })).toEqual(other);
      },
    );

    it('user administration allows users to change the case of their own name and address', async () => {
      const body = { username: 'GRACE', email: 'grace@EXAMPLE.org' };
      const answer = await api.call('PUT', `/api/users/${user.id}`, { token, body });
      expect(answer).toMatchObject({ status: 200, body });
    });

    it('user administration accepts only one of eight concurrent requests for the same name', async () => {
      const racers = Array.from({ length: 8 }, (_, index) =>
        create({ username: index % 2 ? 'Racer' : 'rACER', email: `racer${index}@example.org` }),
      );
      const statuses = (await Promise.all(racers)).map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    });
  });

  describe('the list of users', () => {
    const names = ['a_b', 'acb', 'per.cent', 'Zoe'];
    let ids: number[];

    beforeAll(async () => {
      const { dataSource } = api.database;
      const users = [];
      for (const [index, username] of names.entries()) {
        const email = index === 2 ? '100%@list.test' : `${index}!x@list.test`;
        users.push(
          await anAccount(dataSource, { username, email, role: index === 3 ? 'operator' : 'viewer' }),
        );
      }
      ids = users.map(({ id }) => id);
    });

    it.each([
      ['list.test', [0, 1, 2, 3]],
      ['_b', [0]],
      ['cent', [2]],
      ['LIST.TEST', [0, 1, 2, 3]],
      ['zOE', [3]],
      ['a_b', [0]],
      ['%@list', [2]],
      ['3!x', [3]],
      ['%', [2]],
      ["' OR 1=1 --", []],
      ['\\', []],
      ['"', []],
      ['中文', []],
    ])('user administration searches for the literal text %j', async (search, found) => {
      const answer = await list(`limit=200&search=${encodeURIComponent(search)}`);
      expect(answer.status).toBe(200);
      expect(idsOf(answer)).toEqual(found.map((index) => ids[index]));
    });

    it('user administration filters the list by role, in pages', async () => {
      expect(idsOf(await list('search=list.test&role=operator'))).toEqual([ids[3]]);
      const page = await list('search=list.test&limit=2&page=2');
      expect(idsOf(page)).toEqual(ids.slice(2));
      expect(page.headers.get('x-total-count')).toBe('4');
      expect(page.headers.get('link')).toContain('rel="prev"');
    });

    it.each([
      'page=0',
      'limit=201',
      'role=owner',
      'role=admin&role=viewer',
      `search=${'x'.repeat(255)}`,
      'search=%00',
      'search=a&search=b',
    ])('user administration refuses the query %s', async (query) => {
      expect((await list(query)).status).toBe(400);
    });
  });
});
