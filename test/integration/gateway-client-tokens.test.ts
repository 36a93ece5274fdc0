import { inspect } from 'node:util';
import { GatewayTokenEntity, createDataSource } from '@app/entities';
import { type GatewayClient, createGatewayClient } from '@app/gateway-client';
import { FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { type TestDatabase, openDatabase } from '../harness';

const MINUTE = 60_000;
const LOGIN = 'POST /auth/login';
const REFRESH = 'POST /auth/refresh';
const VALUES = 'POST /codes/values';

const ask = (client: GatewayClient) => client.values(['a']);

describe("the gateway's token pair", () => {
  let database: TestDatabase;
  /** The connection of a second process. */
  let other: DataSource;
  let gateway: ScriptedGateway;
  let clock: FixedClock;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    other = await createDataSource(database.url).initialize();
  });

  beforeEach(async () => {
    await database.dataSource.getRepository(GatewayTokenEntity).clear();
    gateway = await ScriptedGateway.start();
    gateway.on(VALUES, () => ({ body: [] }));
    clock = new FixedClock(Date.UTC(2026, 0, 5, 12));
  });

  afterEach(() => gateway.stop());

  afterAll(async () => {
    await other.destroy();
    await database.drop();
  });

  const client = (dataSource = database.dataSource) =>
    createGatewayClient({ url: gateway.url, ...gateway.credentials, callLimitMs: 5000 }, dataSource, clock);
  const stored = () => other.manager.findOneByOrFail(GatewayTokenEntity, { id: 1 });
  const store = async (lifeMs: number) => {
    const pair = gateway.issue();
    await database.dataSource.manager.save(GatewayTokenEntity, {
      id: 1,
      ...pair,
      expiresAtMs: clock.nowMs() + lifeMs,
    });
    return pair;
  };

  it('the token pair is obtained by a login at first, and stored with its absolute expiry in milliseconds', async () => {
    gateway.expiresIn = 900;
    await ask(client());
    expect(await stored()).toMatchObject({
      accessToken: expect.stringMatching(/^access-/),
      refreshToken: expect.stringMatching(/^refresh-/),
      expiresAtMs: clock.nowMs() + 900_000,
    });
    expect([gateway.count(LOGIN), gateway.count(REFRESH)]).toEqual([1, 0]);
  });

  it('the token pair is read from the database if it is still valid', async () => {
    const { accessToken } = await store(10 * MINUTE);
    await ask(client());
    expect(gateway.exchanges.map(({ route, token }) => [route, token])).toEqual([[VALUES, accessToken]]);
  });

  it.each([
    ['no refresh 61 s before its expiry', 61_000, 0],
    ['a refresh 60 s before its expiry', 60_000, 1],
    ['a refresh after its expiry', -MINUTE, 1],
  ])('the token pair is refreshed when it expires in 60 s or less: %s', async (_, lifeMs, refreshes) => {
    const { refreshToken } = await store(lifeMs);
    await ask(client());
    expect(gateway.count(REFRESH)).toBe(refreshes);
    expect((await stored()).refreshToken === refreshToken).toBe(refreshes === 0);
    expect(gateway.count(LOGIN)).toBe(0);
  });

  it('the token pair is refreshed after half of its lifetime if the lifetime is short, but not on every call', async () => {
    gateway.expiresIn = 40;
    const one = client();
    await ask(one);
    clock.advance(19_000);
    await ask(one);
    expect(gateway.count(REFRESH)).toBe(0);
    clock.advance(1000);
    await ask(one);
    expect(gateway.count(REFRESH)).toBe(1);
  });

  it('the token pair is refreshed only once for 50 concurrent calls after its expiry', async () => {
    await store(0);
    const one = client();
    await Promise.all(Array.from({ length: 50 }, () => ask(one)));
    expect([gateway.count(REFRESH), gateway.count(LOGIN), gateway.count(VALUES)]).toEqual([1, 0, 50]);
  });

  it('the token pair is refreshed only once for 50 concurrent calls of two processes after its expiry', async () => {
    await store(0);
    const clients = [client(), client(other)];
    await Promise.all(Array.from({ length: 50 }, (_, index) => ask(clients[index % 2] as GatewayClient)));
    expect([gateway.count(REFRESH), gateway.count(LOGIN), gateway.count(VALUES)]).toEqual([1, 0, 50]);
  });

  it('the token pair is renewed only once for 50 concurrent calls of two processes after it was revoked', async () => {
    await store(10 * MINUTE);
    const clients = [client(), client(other)];
    await Promise.all(clients.map(ask));
    gateway.revokeAccessToken();
    await Promise.all(Array.from({ length: 50 }, (_, index) => ask(clients[index % 2] as GatewayClient)));
    expect([gateway.count(REFRESH), gateway.count(LOGIN)]).toEqual([1, 0]);
  });

  it('the token pair is obtained by only one login for 50 concurrent calls if it was revoked and its refresh token is refused', async () => {
    await store(10 * MINUTE);
    const one = client();
    await ask(one);
    gateway.revokeAccessToken();
    gateway.overrides.set(REFRESH, () => ({ status: 401 }));
    await Promise.all(Array.from({ length: 50 }, () => ask(one)));
    expect(gateway.count(LOGIN)).toBe(1);
  });

  it('the token pair is obtained by only one login for the concurrent first calls of two processes', async () => {
    const clients = [client(), client(other)];
    await Promise.all(Array.from({ length: 20 }, (_, index) => ask(clients[index % 2] as GatewayClient)));
    expect(gateway.count(LOGIN)).toBe(1);
  });

  it('the token pair is used only after it was stored', async () => {
    await store(0);
    const seen: boolean[] = [];
    gateway.on(VALUES, async ({ token }) => {
      seen.push((await stored()).accessToken === token);
      return { body: [] };
    });
    await ask(client());
    expect(seen).toEqual([true]);
  });

  it('the token pair is not used if it cannot be stored', async () => {
    await store(0);
    const broken = await createDataSource(database.url).initialize();
    gateway.overrides.set(REFRESH, async () => {
      await broken.destroy();
      return { body: { ...gateway.issue(), expiresIn: 3600 } };
    });
    const error = await ask(client(broken)).catch((error: unknown) => error);
    expect(error).toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
    expect(inspect(error)).not.toMatch(/(access|refresh)-/);
    expect(gateway.count(VALUES)).toBe(0);
  });

  it('the token pair is obtained by a login if its refresh token was already used', async () => {
    await store(0);
    gateway.issue();
    await ask(client());
    expect(gateway.exchanges.map(({ route }) => route)).toEqual([REFRESH, LOGIN, VALUES]);
  });

  it('the token pair is refreshed once after a 401, and then the call is repeated once', async () => {
    await store(10 * MINUTE);
    gateway.revokeAccessToken();
    await expect(ask(client())).resolves.toHaveLength(1);
    expect(gateway.exchanges.map(({ route }) => route)).toEqual([VALUES, REFRESH, VALUES]);
  });

  it('the token pair is not refreshed endlessly if the gateway refuses every token', async () => {
    await store(10 * MINUTE);
    gateway.overrides.set(VALUES, () => ({ status: 401 }));
    await expect(ask(client())).rejects.toMatchObject({ kind: 'upstream_failed', code: 'gateway_failed' });
    expect(gateway.exchanges.map(({ route }) => route)).toEqual([VALUES, REFRESH, VALUES]);
  });

  it('the token pair is read from the database if another process has renewed it meanwhile', async () => {
    const [one, two] = [client(), client(other)];
    await ask(one);
    await ask(two);
    await two.renewTokens();
    await ask(one);
    expect(gateway.count(REFRESH)).toBe(1);
    expect(gateway.exchanges.at(-1)?.token).toBe((await stored()).accessToken);
  });

  it('the token pair is renewed on demand, even if it is still valid', async () => {
    const { accessToken } = await store(10 * MINUTE);
    const one = client();
    await one.renewTokens();
    expect((await stored()).accessToken).not.toBe(accessToken);
    expect(gateway.count(REFRESH)).toBe(1);
  });

  it('the token pair is kept if the gateway fails to refresh it, and the refresh is retried', async () => {
    const { refreshToken } = await store(0);
    gateway.overrides.set(REFRESH, () => ({ status: 500 }));
    const one = client();
    await expect(ask(one)).rejects.toMatchObject({ code: 'gateway_failed' });
    expect((await stored()).refreshToken).toBe(refreshToken);
    gateway.overrides.clear();
    await expect(ask(one)).resolves.toHaveLength(1);
  });
});
