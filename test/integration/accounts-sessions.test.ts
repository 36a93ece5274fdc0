import { createHash } from 'node:crypto';
import { AccountLoader, CallersModule, SignedTokens, TokensModule } from '@app/auth';
import { AccountsModule, type Login, SessionsService } from '@app/domain';
import { RefreshTokenEntity, UserEntity, isDatabaseUnreachable } from '@app/entities';
import { Actor, Clock, FixedClock, runInRequest } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { PASSWORD, anAccount } from '../factories/an-account';
import { TcpRelay } from '../factories/tcp-relay';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';
import { processModules } from '../factories/process-modules';

const START = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const INVALID_CREDENTIALS = { kind: 'unauthenticated', code: 'invalid_credentials' };
const INVALID_REFRESH_TOKEN = { kind: 'unauthenticated', code: 'invalid_refresh_token' };

const times = <T>(count: number, call: () => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, call));
const fulfilled = <T>(outcomes: PromiseSettledResult<T>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
const reasons = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));

describe('sessions', () => {
  const clock = new FixedClock(START);
  let database: TestDatabase;
  let relay: TcpRelay;
  let module: TestingModule;
  let sessions: SessionsService;
  let user: UserEntity;

  beforeAll(async () => {
    database = await openDatabase();
    relay = await TcpRelay.before(database.url);
    module = await Test.createTestingModule({
      imports: [
        ...processModules(testEnvironment({ DATABASE_URL: relay.url, QUEUE_URL: database.queueUrl })),
        CallersModule,
        TokensModule,
        AccountsModule,
      ],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    sessions = module.get(SessionsService);
    Logger.overrideLogger(false);
  });

  beforeEach(async () => {
    clock.set(START);
    user = await anAccount(database.dataSource);
  });

  afterAll(async () => {
    await module.close();
    await relay.cut();
    await database.drop();
  });

  const login = () => sessions.login(user.username, PASSWORD);
  const storedSessions = () => database.dataSource.manager.findBy(RefreshTokenEntity, { userId: user.id });
  const users = () => database.dataSource.getRepository(UserEntity);
  const actor = () => Actor.user(user.id, user.role, user.username);
  const numberIn = (token: string) =>
    (module.get(SignedTokens).verify('access', token) as { session: number }).session;
  const isAccepted = async (token: string) =>
    (await module.get(AccountLoader).load(user.id, numberIn(token))) !== null;

  describe('login', () => {
    it('a login returns tokens and the account, and stores the time of the login', async () => {
      const { accessToken, refreshToken, account } = await login();
      expect(module.get(SignedTokens).verify('access', accessToken)).toMatchObject({
        userId: user.id,
        username: user.username,
      });
      expect(Buffer.from(refreshToken, 'base64')).toHaveLength(32);
      expect(account).toEqual({
        id: user.id,
        username: user.username,
        email: user.email,
        role: 'viewer',
        hasAvatar: false,
        createdAt: user.createdAt,
        lastLoginAt: new Date(START),
      });
      const stored = await database.dataSource.manager.findOneByOrFail(UserEntity, { id: user.id });
      expect(stored.lastLoginAt).toEqual(new Date(START));
    });

    it('a login stores only the hash of the refresh token, which is valid for seven days', async () => {
      const { refreshToken } = await login();
      expect(await storedSessions()).toEqual([
        {
          userId: user.id,
          tokenHash: createHash('sha256').update(refreshToken).digest('hex'),
          expiresAt: new Date(START + 7 * DAY_MS),
          userAgent: null,
        },
      ]);
    });

    it('a login accepts the username or the mail address, in upper or lower case and with surrounding blanks', async () => {
      for (const name of [user.username.toUpperCase(), ` ${user.email.toLowerCase()} `]) {
        expect(await sessions.login(name, PASSWORD)).toMatchObject({ account: { id: user.id } });
      }
    });

    it.each<[string, () => [name: string, password: string]]>([
      ['a wrong password', () => [user.username, `${PASSWORD}!`]],
      ['an unknown name', () => ['nobody', PASSWORD]],
      ['an unknown address', () => ['nobody@example.org', PASSWORD]],
      ['an empty name', () => ['', PASSWORD]],
    ])('a login with %s is refused, and ends no session', async (_, credentials) => {
      const { refreshToken } = await login();
      const [name, password] = credentials();
      await expect(sessions.login(name, password)).rejects.toMatchObject(INVALID_CREDENTIALS);
      await sessions.refresh(refreshToken);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['got another password', () => users().update(user.id, { passwordHash: 'another' })],
      ['was removed', () => users().delete(user.id)],
    ])('a login starts no session if, after the password check, the user %s', async (_, change) => {
      const dataSource = module.get(DataSource);
      const transaction = dataSource.transaction.bind(dataSource);
      jest.spyOn(dataSource, 'transaction').mockImplementationOnce((async (...work: never) => {
        await change();
        return transaction(...(work as Parameters<typeof transaction>));
      }) as typeof transaction);
      await expect(login()).rejects.toMatchObject(INVALID_CREDENTIALS);
      expect(await storedSessions()).toEqual([]);
    });

    it('a login ends the earlier session of the same user, but no session of another user', async () => {
      const other = await anAccount(database.dataSource);
      const others = await sessions.login(other.username, PASSWORD);
      const first = await login();
      await login();
      await expect(sessions.refresh(first.refreshToken)).rejects.toMatchObject(INVALID_REFRESH_TOKEN);
      await sessions.refresh(others.refreshToken);
    });
  });

  describe('refresh', () => {
    let session: Login;

    beforeEach(async () => {
      session = await login();
    });

    it('a refresh returns a new pair of tokens, and extends the session to seven days from now', async () => {
      clock.advance(DAY_MS);
      const pair = await sessions.refresh(session.refreshToken);
      expect(pair.refreshToken).not.toBe(session.refreshToken);
      expect(module.get(SignedTokens).verify('access', pair.accessToken)).toMatchObject({ userId: user.id });
      expect(await storedSessions()).toMatchObject([{ expiresAt: new Date(START + 8 * DAY_MS) }]);
    });

    it('a refresh accepts a token only once, and ends no session when the token is used again', async () => {
      const pair = await sessions.refresh(session.refreshToken);
      await expect(sessions.refresh(session.refreshToken)).rejects.toMatchObject(INVALID_REFRESH_TOKEN);
      await sessions.refresh(pair.refreshToken);
    });

    it('concurrent logins and refreshes of one user leave one session', async () => {
      const outcomes = await Promise.all([
        times(10, login),
        times(10, () => sessions.refresh(session.refreshToken)),
      ]);
      expect(fulfilled(outcomes[0])).toHaveLength(10);
      for (const reason of reasons(outcomes[1])) expect(reason).toMatchObject(INVALID_REFRESH_TOKEN);
      expect(await storedSessions()).toHaveLength(1);
    });

    it('a refresh refuses an expired token and changes nothing', async () => {
      const before = await storedSessions();
      clock.advance(7 * DAY_MS);
      await expect(sessions.refresh(session.refreshToken)).rejects.toMatchObject(INVALID_REFRESH_TOKEN);
      expect(await storedSessions()).toEqual(before);
    });

    it('a refresh refuses an unknown token and changes nothing', async () => {
      const before = await storedSessions();
      await expect(sessions.refresh('A'.repeat(44))).rejects.toMatchObject(INVALID_REFRESH_TOKEN);
      expect(await storedSessions()).toEqual(before);
    });

    it('a refresh fails while the database is unavailable, but keeps the session', async () => {
      await relay.cut();
      const failure: unknown = await sessions.refresh(session.refreshToken).catch((error: unknown) => error);
      expect(isDatabaseUnreachable(failure)).toBe(true);
      await relay.mend();
      await sessions.refresh(session.refreshToken);
    });

    it('a refresh is refused for a deleted user', async () => {
      await database.dataSource.manager.delete(UserEntity, { id: user.id });
      await expect(sessions.refresh(session.refreshToken)).rejects.toMatchObject(INVALID_REFRESH_TOKEN);
    });
  });

  describe('logout', () => {
    it('a logout with a refresh token ends the session of that token', async () => {
      const { refreshToken } = await login();
      await sessions.logout(actor(), refreshToken);
      expect(await storedSessions()).toEqual([]);
    });

    it('a logout with the refresh token of an earlier session does not end the current session', async () => {
      const earlier = await login();
      const present = await login();
      await sessions.logout(actor(), earlier.refreshToken);
      await expect(sessions.refresh(present.refreshToken)).resolves.toBeDefined();
    });

    it("a logout does not end another user's session", async () => {
      const { refreshToken } = await login();
      const other = await anAccount(database.dataSource);
      await sessions.logout(Actor.user(other.id, other.role, other.username), refreshToken);
      await expect(sessions.refresh(refreshToken)).resolves.toBeDefined();
    });
  });

  describe('list and end', () => {
    const NOT_FOUND = { kind: 'not_found', message: 'The session was not found.' };

    it('a session has its times, the user agent of its sign-in, and whether it is the one of the caller', async () => {
      expect(await sessions.of(actor(), user.id)).toEqual([]);
      const login = () => sessions.login(user.username, PASSWORD);
      const { accessToken, refreshToken } = await runInRequest(
        'a',
        login,
        null,
        `Browser ${'x'.repeat(300)}`,
      );
      const number = numberIn(accessToken);
      clock.advance(DAY_MS);
      const refreshed = await sessions.refresh(refreshToken);
      expect(numberIn(refreshed.accessToken)).toBe(number);
      const session = {
        id: number,
        createdAt: new Date(START),
        lastUsedAt: new Date(START + DAY_MS),
        expiresAt: new Date(START + 8 * DAY_MS),
        userAgent: `Browser ${'x'.repeat(247)}`,
      };
      const caller = Actor.user(user.id, user.role, user.username, number);
      expect(await sessions.of(caller, user.id)).toEqual([{ ...session, current: true }]);
      expect(await sessions.of(actor(), user.id)).toEqual([{ ...session, current: false }]);
      clock.advance(7 * DAY_MS);
      expect(await sessions.of(caller, user.id)).toEqual([]);
    });

    it('the end of a session refuses its tokens and those of earlier sessions, and not those of the next one', async () => {
      const earlier = await login();
      const { accessToken, refreshToken } = await login();
      const tokens = [earlier.accessToken, accessToken];
      expect(await Promise.all(tokens.map(isAccepted))).toEqual([true, true]);
      await expect(sessions.end(actor(), user.id, numberIn(earlier.accessToken))).rejects.toMatchObject(
        NOT_FOUND,
      );
      await sessions.end(actor(), user.id, numberIn(accessToken));
      expect(await Promise.all(tokens.map(isAccepted))).toEqual([false, false]);
      await expect(sessions.refresh(refreshToken)).rejects.toMatchObject(INVALID_REFRESH_TOKEN);
      await expect(sessions.end(actor(), user.id, numberIn(accessToken))).rejects.toMatchObject(NOT_FOUND);
      expect(await isAccepted((await login()).accessToken)).toBe(true);
    });

    it('tokens of a session stay valid after a logout and after the next sign-in', async () => {
      const { accessToken } = await login();
      await sessions.logout(actor());
      await login();
      expect(await isAccepted(accessToken)).toBe(true);
    });

    it('of ends and refreshes of one session that race, no token survives', async () => {
      const { accessToken, refreshToken } = await login();
      const number = numberIn(accessToken);
      const [ends, refreshes] = await Promise.all([
        times(3, () => sessions.end(actor(), user.id, number)),
        times(3, () => sessions.refresh(refreshToken)),
      ]);
      expect(fulfilled(ends)).toHaveLength(1);
      expect(reasons(ends)).toEqual([expect.objectContaining(NOT_FOUND), expect.objectContaining(NOT_FOUND)]);
      const survivors = fulfilled(refreshes).map((pair) => isAccepted(pair.accessToken));
      expect(await Promise.all(survivors)).toEqual(survivors.map(() => false));
      expect(await storedSessions()).toEqual([]);
    });
  });
});
