import { UserEntity } from '@app/entities';
import { PASSWORD, anAccount } from '../factories/an-account';
import { RunningApi } from '../factories/running-api';

const LONG_AGO = '2001-01-01T00:00:00.000Z';

/** The columns of a user that no request body may set. */
const HIDDEN = {
  id: 1,
  userId: 1,
  user_id: 1,
  password: 'set by assignment',
  passwordHash: 'set by assignment',
  password_hash: 'set by assignment',
  usernameFolded: 'folded',
  emailFolded: 'folded',
  avatar: '/etc/passwd',
  avatarFile: '../../secrets.png',
  createdAt: LONG_AGO,
  lastLoginAt: LONG_AGO,
  isAdmin: true,
};

/** Has only the columns of a user, so that a loaded row can be compared with a plain object. */
type Row = Pick<UserEntity, keyof UserEntity>;

describe('protected properties', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    token = (await api.signInAs('admin')).token;
  }, 60_000);

  afterAll(() => api.stop());

  const rowOf = (id: number): Promise<Row> =>
    api.database.dataSource.manager.findOneByOrFail(UserEntity, { id });

  it('protected properties are not stored with a new user, and do not affect the existing user whose id was sent', async () => {
    const present = await anAccount(api.database.dataSource);
    const body = {
      ...HIDDEN,
      id: present.id,
      userId: present.id,
      username: 'Newcomer',
      email: 'newcomer@example.org',
      password: 'fresh out of the box',
    };

    const answer = await api.call('POST', '/api/users', { token, body });

    expect(answer.status).toBe(201);
    const { id } = answer.body as { id: number };
    expect(id).not.toBe(present.id);
    expect(await rowOf(present.id)).toEqual(present);
    expect(await rowOf(id)).toMatchObject({
      username: 'Newcomer',
      usernameFolded: 'newcomer',
      emailFolded: 'newcomer@example.org',
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
      role: 'viewer',
      avatarFile: null,
      lastLoginAt: null,
    });
    expect((await rowOf(id)).createdAt.getTime()).toBeGreaterThan(Date.parse(LONG_AGO));
  });

  it.each(['viewer', 'admin'] as const)(
    'protected properties are not stored when a user with the role %s changes an account',
    async (role) => {
      const user = await api.signInAs(role);
      const before = await rowOf(user.id);
      const body = {
        ...HIDDEN,
        role: role === 'admin' ? 'viewer' : 'admin',
        email: `new.${role}@example.org`,
      };

      const answer = await api.call('PUT', `/api/users/${user.id}`, { token: user.token, body });

      expect(answer.status).toBe(200);
      expect(await rowOf(user.id)).toEqual({
        ...before,
        email: `new.${role}@example.org`,
        emailFolded: `new.${role}@example.org`,
        emailUnproven: true,
      });
    },
  );

  it('protected properties are not stored when a role is changed', async () => {
    const user: Row = await anAccount(api.database.dataSource);
    const body = { ...HIDDEN, username: 'another', role: 'operator' };
    const answer = await api.call('PUT', `/api/users/${user.id}/role`, { token, body });
    expect(answer.status).toBe(200);
    expect(await rowOf(user.id)).toEqual({ ...user, role: 'operator' });
  });

  it('protected properties are not stored when a password is changed', async () => {
    const user = await api.signInAs('viewer');
    const before = await rowOf(user.id);
    const newPassword = 'another horse battery staple';
    const body = { ...HIDDEN, role: 'admin', currentPassword: PASSWORD, newPassword };
    const answer = await api.call('PUT', `/api/users/${user.id}/password`, { token: user.token, body });
    expect(answer.status).toBe(200);
    const { passwordHash } = await rowOf(user.id);
    expect(passwordHash).not.toBe(before.passwordHash);
    expect(await rowOf(user.id)).toEqual({ ...before, passwordHash });
  });

  it('protected properties are not stored with preferences', async () => {
    const user = await api.signInAs('viewer');
    const body = { ...HIDDEN, role: 'admin', theme: 'light', preferences: { theme: 'dark' } };
    await api.call('PUT', '/api/settings', { token: user.token, body });
    const { body: state } = await api.call('GET', '/api/auth/me/state', { token: user.token });
    expect(state).toEqual({ theme: 'light' });
    expect((await rowOf(user.id)).role).toBe('viewer');
  });

  it('protected properties cannot be set through a prototype', async () => {
    const user = await api.signInAs('viewer');
    const body =
      '{"__proto__":{"role":"admin","username":"proto"},"constructor":{"prototype":{"role":"admin"}}}';
    const headers = { 'content-type': 'application/json' };
    const answer = await api.call('PUT', `/api/users/${user.id}`, { token: user.token, body, headers });
    expect([200, 400]).toContain(answer.status);
    expect(await rowOf(user.id)).toMatchObject({ role: 'viewer', username: user.username });
  });

  it.each([
    ['a viewer', async () => (await api.signInAs('viewer')).token],
    ['the seeded administrator', () => api.signIn()],
  ])(
    'protected properties do not prevent %s from sending a record back as it was read',
    async (_, signIn) => {
      const own = await signIn();
      const me = await api.call('GET', '/api/auth/me', { token: own });
      const path = `/api/users/${(me.body as { id: number }).id}`;
      const { body } = await api.call('GET', path, { token: own });
      const answer = await api.call('PUT', path, { token: own, body });
      expect(answer).toMatchObject({ status: 200, body: body as object });
    },
  );
});
