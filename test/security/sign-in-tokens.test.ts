import { createHmac } from 'node:crypto';
import { AccessTokens, IotTokens, StreamTokens } from '@app/auth';
import { UserEntity } from '@app/entities';
import { FixedClock, USER_ROLE_LIST, roleCovers } from '@app/kernel';
import { anAccount } from '../factories/an-account';
import { type Answer, GuardedApi } from '../factories/guarded-api';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const NOW_SECONDS = NOW / 1000;

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Builds a token by hand, as an attacker would. */
function forge(secret: string, claims: object, { alg = 'HS256', hash = 'sha256' } = {}): string {
  const content = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
}

/** The parts of a refusal that the tests compare. */
const refusal = ({ status, headers, body }: Answer) => ({
  status,
  type: headers.get('content-type'),
  challenge: headers.get('www-authenticate'),
  body,
});
const refusedWith = (challenge: string, code: string) => ({
  status: 401,
  type: 'application/json; charset=utf-8',
  challenge,
  body: { error: expect.any(String), code },
});
const NO_TOKEN = refusedWith('Bearer', 'unauthenticated');
const INVALID_TOKEN = refusedWith('Bearer error="invalid_token"', 'invalid_token');

describe('tokens', () => {
  const clock = new FixedClock(NOW);
  let api: GuardedApi;
  let user: UserEntity;
  let secret: string;

  beforeAll(async () => {
    api = await GuardedApi.start(clock);
    secret = api.environment.JWT_SECRET;
  });

  beforeEach(async () => {
    clock.set(NOW);
    user = await anAccount(api.database.dataSource);
  });

  afterAll(() => api.stop());

  const accessToken = () => api.app.get(AccessTokens).sign({ userId: user.id, username: user.username });
  const streamToken = () => api.app.get(StreamTokens).sign({ userId: user.id }).token;
  const iotToken = () => api.app.get(IotTokens).sign({ userId: user.id }).token;
  const setRole = (role: UserEntity['role']) =>
    api.database.dataSource.manager.update(UserEntity, { id: user.id }, { role });
  const claims = (overrides: object = {}) => ({
    userId: user.id,
    username: user.username,
    purpose: 'access',
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 900,
    ...overrides,
  });

  it('access tokens are accepted if they are valid and have the same format as the forged tokens', async () => {
    expect(await api.get('/probe/viewer', accessToken())).toMatchObject({
      status: 200,
      body: { userId: user.id, role: 'viewer', name: user.username },
    });
    expect(forge(secret, claims())).toHaveLength(accessToken().length);
    expect((await api.get('/probe/viewer', forge(secret, claims()))).status).toBe(200);
  });

  it('calls without an access token are refused', async () => {
    expect(refusal(await api.get('/probe/viewer'))).toEqual(NO_TOKEN);
  });

  it.each<[string, () => string]>([
    ['without an algorithm', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`],
    ['that is signed, but names no algorithm', () => forge(secret, claims(), { alg: 'none' })],
    ['with the algorithm HS512', () => forge(secret, claims(), { alg: 'HS512', hash: 'sha512' })],
    ['with the algorithm HS384', () => forge(secret, claims(), { alg: 'HS384', hash: 'sha384' })],
    ['that names another algorithm than it uses', () => forge(secret, claims(), { alg: 'RS256' })],
    ['signed with another secret', () => forge('x'.repeat(64), claims())],
    ['signed with an empty secret', () => forge('', claims())],
    [
      'changed after it was signed',
      () => accessToken().replace(/\.[^.]+\./, `.${encode(claims({ userId: 1 }))}.`),
    ],
    ['without a signature', () => accessToken().replace(/[^.]+$/, '')],
    ['that never expires', () => forge(secret, claims({ exp: undefined }))],
    ['whose expiry is a text', () => forge(secret, claims({ exp: 'tomorrow' }))],
    ['that has expired', () => forge(secret, claims({ exp: NOW_SECONDS }))],
    ['without a user id', () => forge(secret, claims({ userId: undefined }))],
    ['whose user id is a text', () => forge(secret, claims({ userId: String(user.id) }))],
    ['whose user id is a list', () => forge(secret, claims({ userId: [user.id] }))],
    ['whose user id exceeds the column', () => forge(secret, claims({ userId: 2 ** 40 }))],
    ['of a user who does not exist', () => forge(secret, claims({ userId: 2_000_000_000 }))],
    ['without a username', () => forge(secret, claims({ username: undefined }))],
    ['without a purpose', () => forge(secret, claims({ purpose: undefined }))],
    ['for the event stream', streamToken],
    ['for the IoT proxy', () => forge(secret, claims({ purpose: 'iot' }))],
    ['that is not a JWT', () => 'garbage'],
    ['that consists of three invalid parts', () => 'a.b.c'],
    ['whose claims are a text', () => forge(secret, 'text' as never)],
    ['whose claims are null', () => forge(secret, null as never)],
  ])('a token %s is refused', async (_, token) => {
    expect(refusal(await api.get('/probe/viewer', token()))).toEqual(INVALID_TOKEN);
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'bearer', 'Token abc'])(
    'access tokens are not read from the invalid header "%s"',
    async (authorization) => {
      expect(refusal(await api.send('/probe/viewer', { headers: { authorization } }))).toEqual(NO_TOKEN);
    },
  );

  it('access tokens are accepted for 15 minutes', async () => {
    const token = accessToken();
    clock.advance(15 * 60_000 - 1000);
    expect((await api.get('/probe/viewer', token)).status).toBe(200);
    clock.advance(1000);
    expect(refusal(await api.get('/probe/viewer', token))).toEqual(INVALID_TOKEN);
  });

  describe('of the event stream', () => {
    it('stream tokens can open the event stream', async () => {
      const answer = await api.get(`/probe/stream?token=${streamToken()}`);
      expect(answer).toMatchObject({ status: 200, body: { userId: user.id } });
    });

    it('stream tokens cannot be replaced by access tokens', async () => {
      expect(refusal(await api.get(`/probe/stream?token=${accessToken()}`))).toEqual(INVALID_TOKEN);
    });

    it('stream tokens are refused in the header Authorization', async () => {
      expect(refusal(await api.get('/probe/stream', streamToken()))).toEqual(NO_TOKEN);
    });

    it('stream tokens are refused if a request contains the token twice', async () => {
      const token = streamToken();
      expect(refusal(await api.get(`/probe/stream?token=${token}&token=${token}`))).toEqual(NO_TOKEN);
    });

    it('stream tokens expire after 30 seconds', async () => {
      const token = streamToken();
      clock.advance(30_000);
      expect(refusal(await api.get(`/probe/stream?token=${token}`))).toEqual(INVALID_TOKEN);
    });

    it('stream tokens become invalid when their user is deleted', async () => {
      const token = streamToken();
      await api.database.dataSource.manager.delete(UserEntity, { id: user.id });
      expect(refusal(await api.get(`/probe/stream?token=${token}`))).toEqual(INVALID_TOKEN);
    });
  });

  describe('of the IoT proxy', () => {
    it('IoT proxy tokens can open the routes of the proxy as access tokens do, limited by the role of their user', async () => {
      for (const token of [iotToken(), accessToken()]) {
        await setRole('viewer');
        expect(await api.get('/iot/probe/operator', token)).toMatchObject({ status: 403 });
        await setRole('operator');
        expect(await api.get('/iot/probe/operator', token)).toMatchObject({
          status: 200,
          body: { userId: user.id, role: 'operator' },
        });
      }
    });

    it('IoT proxy tokens open no other routes', async () => {
      await setRole('admin');
      expect(refusal(await api.get('/probe/viewer', iotToken()))).toEqual(INVALID_TOKEN);
      expect(refusal(await api.get(`/probe/stream?token=${iotToken()}`))).toEqual(INVALID_TOKEN);
    });

    it('IoT proxy tokens are accepted only in the header, and cannot be replaced by stream tokens', async () => {
      await setRole('operator');
      expect(refusal(await api.get(`/iot/probe/operator?token=${iotToken()}`))).toEqual(NO_TOKEN);
      expect(refusal(await api.get('/iot/probe/operator', streamToken()))).toEqual(INVALID_TOKEN);
    });

    it('IoT proxy tokens expire after 15 minutes, and become invalid when their user is deleted', async () => {
      await setRole('operator');
      const token = iotToken();
      clock.advance(15 * 60_000 - 1000);
      expect((await api.get('/iot/probe/operator', token)).status).toBe(200);
      clock.advance(1000);
      expect(refusal(await api.get('/iot/probe/operator', token))).toEqual(INVALID_TOKEN);
      const next = iotToken();
      await api.database.dataSource.manager.delete(UserEntity, { id: user.id });
      expect(refusal(await api.get('/iot/probe/operator', next))).toEqual(INVALID_TOKEN);
    });
  });

  describe('of users with different roles', () => {
    it('access tokens give access to the routes of the role and of lower roles', async () => {
      const token = accessToken();
      for (const role of USER_ROLE_LIST) {
        await setRole(role);
        const opened = [];
        for (const lowest of USER_ROLE_LIST) {
          const { status } = await api.get(`/probe/${lowest}`, token);
          if (status === 200) opened.push(lowest);
        }
        expect(opened).toEqual(USER_ROLE_LIST.filter((lowest) => roleCovers(role, lowest)));
      }
    });

    it('access tokens cause a 403 if the role of their user is too low', async () => {
      expect(await api.get('/probe/operator', accessToken())).toMatchObject({
        status: 403,
        body: { error: expect.any(String), code: 'forbidden' },
      });
    });

    it('access tokens have the changed role of their user from the next request on', async () => {
      const token = accessToken();
      await setRole('admin');
      expect((await api.get('/probe/admin', token)).status).toBe(200);
      await setRole('viewer');
      expect((await api.get('/probe/admin', token)).status).toBe(403);
    });

    it('a role in an access token gives no access', async () => {
      const token = forge(secret, claims({ role: 'admin' }));
      expect((await api.get('/probe/admin', token)).status).toBe(403);
    });

    it('access tokens cause a 401 on the next request after the user was deleted', async () => {
      const token = accessToken();
      expect((await api.get('/probe/viewer', token)).status).toBe(200);
      await api.database.dataSource.manager.delete(UserEntity, { id: user.id });
      expect(refusal(await api.get('/probe/viewer', token))).toEqual(INVALID_TOKEN);
    });

    it("access tokens give access to the caller's own records, regardless of the role", async () => {
      const token = accessToken();
      expect((await api.get(`/probe/users/${user.id}`, token)).status).toBe(200);
      for (const id of [user.id + 1, `0${user.id}`, `${user.id}.0`, `+${user.id}`, 'me']) {
        expect((await api.get(`/probe/users/${id}`, token)).status).toBe(403);
      }
      await setRole('admin');
      expect((await api.get(`/probe/users/${user.id + 1}`, token)).status).toBe(200);
    });
  });

  it('access tokens are checked before the body is read', async () => {
    const malformed = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } };
    expect(refusal(await api.send('/probe/echo', malformed))).toEqual(NO_TOKEN);
  });
});
