import { createHash } from 'node:crypto';
import { AccessTokens, SignedTokens } from '@app/auth';
import { ApiKeyEntity, AuditEntryEntity, UserEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { StreamHub } from '../../apps/api/src/features/events/stream-hub';
import { anAccount } from '../factories/an-account';
import { GuardedApi } from '../factories/guarded-api';
import { waitFor } from '../harness';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const FAILURES = 5;
const INVALID = { error: expect.any(String), code: 'invalid_token' };

interface Created {
  id: number;
  key: string;
  [field: string]: unknown;
}

describe('API keys', () => {
  const clock = new FixedClock(NOW);
  let api: GuardedApi;
  let admin: UserEntity;
  let client = 0;

  beforeAll(async () => {
    api = await GuardedApi.start(clock, {
      environment: { LIMIT_LOGIN_FAILURES_PER_CLIENT: FAILURES, TRUSTED_PROXIES: ['127.0.0.1'] },
    });
  });
  beforeEach(async () => {
    // Refused keys are counted per client, so each test uses another client address.
    client += 1;
    admin = await anAccount(api.database.dataSource, { role: 'admin' });
  });
  afterAll(() => api.stop());

  const tokenOf = ({ id, username }: UserEntity) => api.app.get(AccessTokens).sign({ userId: id, username });
  const rows = () => api.database.dataSource.getRepository(ApiKeyEntity);
  const create = (input: object) =>
    api.post('/api-keys', { name: 'Importer', role: 'operator', ...input }, tokenOf(admin));
  const get = (path: string, token: string) =>
    api.send(path, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': `203.0.113.${client}` },
    });
  const newKey = async (input: object = {}) => (await create(input)).body as Created;
  const remove = (id: number) =>
    api.send(`/api-keys/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${tokenOf(admin)}` } });

  it('API keys are shown once, and stored as a hash', async () => {
    const { status, body } = await create({ expiresAt: '2027-01-01T00:00:00+01:00' });
    const { key, ...record } = body as Created;
    expect(status).toBe(201);
    expect(key).toMatch(/^pk_[\w-]{43}$/);
    expect(record).toEqual({
      id: expect.any(Number),
      name: 'Importer',
      prefix: key.slice(0, 11),
      role: 'operator',
      createdBy: admin.username,
      createdAt: clock.now().toISOString(),
      expiresAt: '2026-12-31T23:00:00.000Z',
      lastUsedAt: null,
    });
    const list = await get('/api-keys?limit=200', tokenOf(admin));
    expect(list.body.items).toContainEqual(record);
    const stored = JSON.stringify(await rows().findBy({ id: record.id }));
    const audited = await api.database.dataSource.manager.findBy(AuditEntryEntity, {
      action: 'api_key.created',
    });
    for (const text of [list.text, stored, JSON.stringify(audited)])
      expect(text).not.toContain(key.slice(11));
    expect(list.text).not.toMatch(/hash/i);
  });

  it('API keys give access to the routes of their role and of lower roles, and are named in the audit log', async () => {
    const { id, key } = await newKey();
    const actor = {
      userId: null,
      role: 'operator',
      name: `API key Importer (${id})`,
      apiKeyId: id,
      expiresAt: null,
    };
    expect((await get('/probe/viewer', key)).body).toEqual(actor);
    expect((await get('/probe/operator', key)).status).toBe(200);
    expect((await get('/probe/engineer', key)).body).toMatchObject({ code: 'forbidden' });
    await api.post('/probe/echo', { a: 1 }, key);
    const entry = await api.database.dataSource.manager.findOneByOrFail(AuditEntryEntity, {
      username: actor.name,
    });
    expect(entry).toMatchObject({ userId: null, action: 'post probe/echo' });
  });

  it.each(['/api-keys', '/users', '/users/1', '/users/roles', '/auth/me'])(
    'API keys are refused on the account route %s with any role',
    async (path) => {
      const { key } = await newKey({ role: 'admin' });
      const answer = await get(path, key);
      expect([answer.status, answer.body.code]).toEqual([403, 'user_required']);
    },
  );

  it('API keys and the tokens that were created with them are refused as soon as the keys are deleted', async () => {
    const { id, key } = await newKey();
    const { token } = (await api.post('/events/token', {}, key)).body as { token: string };
    expect((await api.get(`/probe/stream?token=${token}`)).body).toMatchObject({ apiKeyId: id });
    expect((await remove(id)).status).toBe(200);
    expect(await get('/probe/viewer', key)).toMatchObject({ status: 401, body: INVALID });
    expect(await api.get(`/probe/stream?token=${token}`)).toMatchObject({ status: 401, body: INVALID });
    expect((await remove(id)).status).toBe(404);
  });

  it('API keys end their event streams at once when they are deleted', async () => {
    const { id, key } = await newKey();
    const { token } = (await api.post('/events/token', {}, key)).body as { token: string };
    const hub = api.app.get(StreamHub);
    const stream = api.send(`/events?token=${token}`, { signal: AbortSignal.timeout(10_000) });
    const outcome = Promise.allSettled([stream]);
    await waitFor(() => hub.connectionCount === 1, { what: 'the stream to open' });
    await remove(id);
    expect(await outcome).toMatchObject([{ status: 'fulfilled', value: { status: 200 } }]);
  }, 20_000);

  it('API keys are refused on the event stream, which requires a stream token', async () => {
    const { key } = await newKey();
    const headers = { authorization: `Bearer ${key}` };
    const answer = await api.send('/events', { headers, signal: AbortSignal.timeout(10_000) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('API keys are refused from the instant at which they expire', async () => {
    expect((await create({ expiresAt: clock.now().toISOString() })).status).toBe(400);
    const expiresAt = new Date(clock.nowMs() + 1000).toISOString();
    const { key } = await newKey({ expiresAt });
    clock.advance(999);
    expect((await get('/probe/viewer', key)).status).toBe(200);
    clock.advance(1);
    expect(await get('/probe/viewer', key)).toMatchObject({ status: 401, body: INVALID });
  });

  it('API keys survive the demotion and the deletion of their creator', async () => {
    const { key } = await newKey({ role: 'admin' });
    await api.database.dataSource.manager.update(UserEntity, { id: admin.id }, { role: 'viewer' });
    expect((await get('/probe/admin', key)).status).toBe(200);
    await api.database.dataSource.manager.delete(UserEntity, { id: admin.id });
    expect((await get('/probe/admin', key)).status).toBe(200);
  });

  it('API keys store their last use at most once a minute', async () => {
    const { id, key } = await newKey();
    const lastUse = async () => (await rows().findOneByOrFail({ id })).lastUsedAt?.getTime();
    const first = clock.nowMs();
    await Promise.all([1, 2, 3].map(() => get('/probe/viewer', key)));
    expect(await lastUse()).toBe(first);
    clock.advance(60_000);
    await get('/probe/viewer', key);
    expect(await lastUse()).toBe(first);
    clock.advance(1);
    await get('/probe/viewer', key);
    expect(await lastUse()).toBe(first + 60_001);
  });

  it.each([
    ['has an extra character', (key: string) => `${key}A`],
    ['is truncated', (key: string) => key.slice(0, -1)],
    ['has capitals instead of small letters', (key: string) => key.toUpperCase().replace('PK_', 'pk_')],
    ['is only the prefix', (key: string) => key.slice(0, 11)],
    ['ends with a blank', (key: string) => key.replace(/.$/, ' ')],
    ['is replaced by its hash', (key: string) => createHash('sha256').update(key).digest('hex')],
  ])('API keys are refused if the sent key %s', async (_, change) => {
    const { key } = await newKey();
    expect(await get('/probe/viewer', change(key))).toMatchObject({ status: 401, body: INVALID });
  });

  it('API keys are accepted if they are valid, even after wrong guesses have blocked further guesses', async () => {
    const { key } = await newKey();
    const wrong = () => get('/probe/viewer', `pk_${'x'.repeat(43)}`);
    for (let guess = 0; guess < FAILURES; guess += 1) expect((await wrong()).status).toBe(401);
    const blocked = await wrong();
    expect([blocked.status, blocked.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get('/probe/viewer', key)).status).toBe(200);
  });

  it.each([
    ['a role that does not exist', { role: 'owner' }],
    ['no name', { name: '' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['an expiry time in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['an expiry time that is not a timestamp', { expiresAt: 'tomorrow' }],
  ])('API keys are not created with %s', async (_, input) => {
    expect((await create(input)).status).toBe(400);
  });

  it('API keys cannot be replaced by a signed token that names the key but has another purpose', async () => {
    const { id } = await newKey({ role: 'admin' });
    const tokens = api.app.get(SignedTokens);
    const forged = tokens.sign('access', { apiKeyId: id, username: 'admin' } as never, 60).token;
    expect((await get('/probe/viewer', forged)).status).toBe(401);
    const iot = tokens.sign('iot', { apiKeyId: id }, 60).token;
    expect((await get('/iot/probe/operator', iot)).status).toBe(200);
    expect((await get('/probe/viewer', iot)).status).toBe(401);
  });
});
