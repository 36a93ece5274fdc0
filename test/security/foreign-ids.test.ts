import { PICTURES } from '../factories/pictures';
import { PASSWORD } from '../factories/an-account';
import { RunningApi } from '../factories/running-api';

interface SignedIn {
  id: number;
  username: string;
  token: string;
}

describe("another user's id", () => {
  let api: RunningApi;
  let admin: SignedIn;
  let attacker: SignedIn;
  let victim: SignedIn;

  beforeAll(async () => {
    api = await RunningApi.start();
    admin = await api.signInAs('admin');
    attacker = await api.signInAs('engineer');
    victim = await api.signInAs('viewer');
  }, 60_000);

  afterAll(() => api.stop());

  it.each([
    ['GET', '', undefined],
    ['PUT', '', { username: 'stolen', email: 'attacker@example.org' }],
    ['DELETE', '', undefined],
    ['PUT', '/role', { role: 'viewer' }],
    ['PUT', '/password', { currentPassword: PASSWORD, newPassword: 'of the attacker alone' }],
    ['DELETE', '/avatar', undefined],
  ])('a user id does not give others access to %s /users/:id%s', async (method, rest, body) => {
    const before = (await api.call('GET', `/api/users/${victim.id}`, { token: admin.token })).body;

    const answer = await api.call(method, `/api/users/${victim.id}${rest}`, { token: attacker.token, body });

    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const after = (await api.call('GET', `/api/users/${victim.id}`, { token: admin.token })).body;
    expect(after).toEqual(before);
    await expect(api.signIn(victim.username)).resolves.toEqual(expect.any(String));
  });

  it("a user id does not let others set the user's picture", async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(PICTURES.png)]), 'mine.png');
    const response = await fetch(`${api.address}/api/users/${victim.id}/avatar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${attacker.token}` },
      body: form,
    });
    expect(response.status).toBe(403);
    const picture = await api.call('GET', `/api/users/${victim.id}/avatar`, { token: attacker.token });
    expect(picture.status).toBe(404);
  });

  it('a user id does not let administrators change a password that they do not know', async () => {
    const body = { currentPassword: PASSWORD, newPassword: 'of the administrator' };
    const answer = await api.call('PUT', `/api/users/${victim.id}/password`, { token: admin.token, body });
    expect(answer.status).toBe(403);
  });

  it('the routes of preferences ignore a user id, because users can access only their own preferences', async () => {
    const settings = { theme: 'dark', userId: victim.id, id: victim.id };
    const path = `/api/settings?userId=${victim.id}`;
    await api.call('PUT', path, { token: attacker.token, body: settings });

    expect((await api.call('GET', '/api/auth/me/state', { token: attacker.token })).body).toEqual({
      theme: 'dark',
    });
    expect((await api.call('GET', '/api/auth/me/state', { token: victim.token })).body).toEqual({});
    expect((await api.call('GET', path, { token: attacker.token })).body).toMatchObject({ theme: 'dark' });
  });

  it.each(['2147483647', '2147483648', '99999999999999999999'])(
    'a user id causes a 404 for administrators if no user has it: %s',
    async (id) => {
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PUT', '', { username: 'nobody.there' }],
        ['DELETE', '', undefined],
        ['PUT', '/role', { role: 'viewer' }],
        ['GET', '/avatar', undefined],
        ['DELETE', '/avatar', undefined],
      ] as const) {
        const answer = await api.call(method, `/api/users/${id}${rest}`, { token: admin.token, body });
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    },
  );

  it.each(['abc', '0', '-1', '1.0', '1e3', '0x1', '01', '1%20', '%00', "1'--", 'null'])(
    'a user id causes a 400 if it is malformed: %s',
    async (id) => {
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PUT', '', { username: 'changed' }],
        ['DELETE', '', undefined],
        ['PUT', '/role', { role: 'viewer' }],
        ['GET', '/avatar', undefined],
        ['DELETE', '/avatar', undefined],
      ] as const) {
        const answer = await api.call(method, `/api/users/${id}${rest}`, { token: admin.token, body });
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      }
    },
  );
});
