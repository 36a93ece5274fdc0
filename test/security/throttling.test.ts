// Runs in the full check only: it guesses many passwords.
// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import type { Environment } from '@app/config';
import { FixedClock } from '@app/kernel';
import { PASSWORD, anAccount } from '../factories/an-account';
import { type Answer, GuardedApi } from '../factories/guarded-api';
import { TcpRelay } from '../factories/tcp-relay';
import { testEnvironment, waitFor } from '../harness';
import { describeOnPostgres, describeOnRedis } from '../profile';

const WINDOW_SECONDS = 900;
/** The default maximum number of failures of a client for one account. */
const DEFAULT_FAILURES = 10;
/** The limits of most tests are lower than the defaults, because each failure costs a password check. */
const ACCOUNT_FAILURES = 3;
const CLIENT_FAILURES = 8;
const CONCURRENT = 12;
/** The maximum delay if Redis hangs, and a margin for a busy machine. */
const PATIENCE_MS = 15_000;
const TOO_MANY = { status: 429, body: { error: expect.any(String), code: 'too_many_attempts' } };

const running: GuardedApi[] = [];
let addresses = 0;
let mailboxes = 0;

/** Returns a new client address. */
const anAddress = () => `203.0.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

/** Returns a new mail address. */
const aMailbox = () => `mailbox.${++mailboxes}@example.org`;

async function start(environment: Partial<Environment>): Promise<GuardedApi> {
  const clock = new FixedClock(Date.parse('2026-03-01T12:00:00Z'));
  const api = await GuardedApi.start(clock, {
    environment: { TRUSTED_PROXIES: ['127.0.0.1'], ...environment },
  });
  running.push(api);
  return api;
}

afterAll(() => Promise.all(running.map((api) => api.stop())));

const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const times = (count: number, call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
async function inTurn(count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = [];
  for (let index = 0; index < count; index++) answers.push(await call(index));
  return answers;
}
const repeated = (count: number, status: number) => Array.from({ length: count }, () => status);
const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'));

// The limits are the same with each store of counters, which has tests of its own (`ephemeral.contract.test.ts`).
describeOnPostgres('the limit on password guesses', () => {
  let api: GuardedApi;

  beforeAll(async () => {
    api = await start({
      LIMIT_LOGIN_DELAY_MS: 0,
      LIMIT_LOGIN_FAILURES_PER_ACCOUNT: ACCOUNT_FAILURES,
      LIMIT_LOGIN_FAILURES_PER_CLIENT: CLIENT_FAILURES,
    });
  });

  const login = (address: string, username: string, password: string) =>
    api.postFrom(address, '/auth/login', { username, password });
  const guess = (address: string, username: string) => login(address, username, 'a wrong guess');
  const aUser = () => anAccount(api.database.dataSource);

  it('the limit on guesses blocks only the client that guesses, for a known and for an unknown name', async () => {
    const { username } = await aUser();
    const [guesser, owner] = [anAddress(), anAddress()];
    const known = await inTurn(ACCOUNT_FAILURES + 1, () => guess(guesser, username));
    expect(statuses(known)).toEqual([...repeated(ACCOUNT_FAILURES, 401), 429]);
    const unknown = await inTurn(ACCOUNT_FAILURES + 1, () => guess(guesser, 'nobody.at.all'));
    expect(unknown.map(({ status, text }) => [status, text])).toEqual(
      known.map(({ status, text }) => [status, text]),
    );
    expect(await login(guesser, username, PASSWORD)).toMatchObject(TOO_MANY);
    expect((await login(owner, username, PASSWORD)).status).toBe(200);
    const { username: other } = await aUser();
    expect((await login(guesser, other, PASSWORD)).status).toBe(200);
  });

  it('the limit on guesses counts guesses with the username and guesses with the mail address of an account together', async () => {
    const { username, email } = await aUser();
    const client = anAddress();
    await guess(client, username);
    await inTurn(ACCOUNT_FAILURES - 1, () => guess(client, email.toUpperCase()));
    expect(await guess(client, username)).toMatchObject(TOO_MANY);
    expect(await guess(client, ` ${email} `)).toMatchObject(TOO_MANY);
  });

  it('the limit on guesses is exact for concurrent calls', async () => {
    const { username } = await aUser();
    const client = anAddress();
    const answers = await times(CONCURRENT, (index) =>
      login(client, username, index < CONCURRENT - 1 ? `guess ${index}` : PASSWORD),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(ACCOUNT_FAILURES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(CONCURRENT - ACCOUNT_FAILURES);
  });

  it('the limit on guesses does not count successful sign-ins, even if many are concurrent', async () => {
    const { username } = await aUser();
    const client = anAddress();
    const answers = await times(CONCURRENT, () => login(client, username, PASSWORD));
    expect(statuses(answers)).toEqual(repeated(CONCURRENT, 200));
    expect((await guess(client, username)).status).toBe(401);
  });

  it('the limit on guesses blocks a client after too many failures over all accounts', async () => {
    const [client, other] = [anAddress(), anAddress()];
    const answers = await times(2 * CLIENT_FAILURES, (index) => guess(client, `somebody.${index}`));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(CLIENT_FAILURES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(CLIENT_FAILURES);
    const { username } = await aUser();
    expect(await login(client, username, PASSWORD)).toMatchObject(TOO_MANY);
    expect((await login(other, username, PASSWORD)).status).toBe(200);
  });

  it('the limit on guesses counts all addresses of a /64 network as one client', async () => {
    const { username } = await aUser();
    await inTurn(ACCOUNT_FAILURES, (index) => guess(`2001:db8:0:7::${index + 1}`, username));
    expect(await guess('2001:db8:0:7:ffff:ffff:ffff:ffff', username)).toMatchObject(TOO_MANY);
    expect((await guess('2001:db8:0:8::1', username)).status).toBe(401);
  });

  it('the limit on guesses cannot be evaded with a forged address header', async () => {
    const { username } = await aUser();
    const client = anAddress();
    await inTurn(ACCOUNT_FAILURES, (index) => guess(`198.51.100.${index}, ${client}`, username));
    expect(await guess(`198.51.100.99, ${client}`, username)).toMatchObject(TOO_MANY);
  });

  it('the limit on guesses cannot be evaded with an address header if no proxy is trusted, and blocks a client after ten failures by default', async () => {
    const open = await start({ LIMIT_LOGIN_DELAY_MS: 0, TRUSTED_PROXIES: [] });
    const { username } = await anAccount(open.database.dataSource);
    const wrong = { username, password: 'a wrong guess' };
    const answers = await inTurn(DEFAULT_FAILURES + 1, () =>
      open.postFrom(anAddress(), '/auth/login', wrong),
    );
    expect(statuses(answers)).toEqual([...repeated(DEFAULT_FAILURES, 401), 429]);
    const last = answers.at(-1) as Answer;
    expect(last).toMatchObject(TOO_MANY);
    expect(retryAfter(last)).toBeGreaterThan(WINDOW_SECONDS - 60);
    expect(retryAfter(last)).toBeLessThanOrEqual(WINDOW_SECONDS);
  });
});

describeOnPostgres("guessing one account's password from many addresses", () => {
  const MAX_DELAY_MS = 200;
  let api: GuardedApi;

  beforeAll(async () => {
    api = await start({ LIMIT_LOGIN_DELAY_MS: MAX_DELAY_MS });
  });

  const timed = async (username: string, password: string) => {
    const startedAtMs = performance.now();
    const { status } = await api.postFrom(anAddress(), '/auth/login', { username, password });
    return { status, ms: performance.now() - startedAtMs };
  };

  it.each<[string, number, () => Promise<string>]>([
    ['known', 12, async () => (await anAccount(api.database.dataSource)).username],
    ['unknown', 6, async () => 'nobody.at.all'],
  ])(
    'guessing from many addresses delays the responses up to a limit and blocks nobody if the account is %s',
    async (_, count, name) => {
      const username = await name();
      const taken = [];
      for (let index = 0; index < count; index++) taken.push(await timed(username, 'a wrong guess'));
      expect(taken.map(({ status }) => status)).toEqual(repeated(count, 401));
      for (const [index, leastMs] of [100, MAX_DELAY_MS, MAX_DELAY_MS].entries()) {
        expect(taken[index + 3]?.ms).toBeGreaterThan(leastMs - 5);
      }
      // Without the limit, the delay of the twelfth guess would be 25.6 s.
      expect(taken.at(-1)?.ms).toBeLessThan(MAX_DELAY_MS + 10_000);
    },
  );

  it('guessing from many addresses delays the owner no longer than a guesser, and does not block the owner', async () => {
    const { username } = await anAccount(api.database.dataSource);
    for (let index = 0; index < 5; index++) await timed(username, 'a wrong guess');
    const owner = await timed(username, PASSWORD);
    expect(owner.status).toBe(200);
    expect(owner.ms).toBeGreaterThan(MAX_DELAY_MS - 5);
  });
});

describeOnPostgres('the limit on requests for codes', () => {
  const ROUTES = ['/auth/register/send-code', '/auth/forgot-password/send-code'] as const;
  let api: GuardedApi;

  beforeAll(async () => {
    api = await start({});
  });

  const ask = (email: string, client = anAddress(), route: string = ROUTES[0]) =>
    api.postFrom(client, route, { email });

  it.each(ROUTES)(
    'the limit on codes of %s allows one code per minute for each address, known or unknown',
    async (route) => {
      const { email: known } = await anAccount(api.database.dataSource);
      for (const email of [known, aMailbox()]) {
        const answers = await inTurn(3, () => ask(email, anAddress(), route));
        expect(statuses(answers)).toEqual([200, 429, 429]);
        expect(answers.at(-1)).toMatchObject(TOO_MANY);
        expect(retryAfter(answers.at(-1) as Answer)).toBeGreaterThan(30);
        expect(retryAfter(answers.at(-1) as Answer)).toBeLessThanOrEqual(60);
      }
    },
  );

  it('the limit on codes accepts only one of many concurrent requests for a mailbox, even if the requests write its address in different ways', async () => {
    const email = aMailbox();
    const answers = await times(CONCURRENT, (index) =>
      ask(index % 2 === 0 ? email.toUpperCase() : ` ${email} `),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(CONCURRENT - 1);
  });

  it('the limit on codes allows 30 requests an hour per client, and refused requests do not count towards the limit of the mailbox', async () => {
    const client = anAddress();
    const answers = await times(31, () => ask(aMailbox(), client));
    expect(statuses(answers).toSorted((one, other) => one - other)).toEqual([...repeated(30, 200), 429]);
    const email = aMailbox();
    const refused = await ask(email, client);
    expect(refused.status).toBe(429);
    expect(retryAfter(refused)).toBeGreaterThan(3000);
    expect((await ask(email)).status).toBe(200);
  });
});

describeOnPostgres('limits with a short time window', () => {
  const CODES = 2;
  let api: GuardedApi;

  beforeAll(async () => {
    api = await start({
      LIMIT_LOGIN_FAILURES_PER_ACCOUNT: 2,
      LIMIT_LOGIN_WINDOW_SECONDS: 2,
      LIMIT_CODE_INTERVAL_SECONDS: 1,
      LIMIT_CODES_PER_MAILBOX: CODES,
    });
  });

  it('the limit on guesses ends with its time window', async () => {
    const { username } = await anAccount(api.database.dataSource);
    const guess = () => api.post('/auth/login', { username, password: 'a wrong guess' });
    const answers = await inTurn(3, guess);
    expect(statuses(answers)).toEqual([401, 401, 429]);
    expect(retryAfter(answers[2] as Answer)).toBeLessThanOrEqual(2);
    await waitFor(async () => (await guess()).status === 401, { what: 'the next window' });
  });

  it('the limit on codes allows some codes an hour per mailbox', async () => {
    const email = aMailbox();
    const ask = () => api.postFrom(anAddress(), '/auth/register/send-code', { email });
    for (let count = 0; count < CODES; count++) {
      await waitFor(async () => (await ask()).status === 200, { what: `code ${count + 1}` });
    }
    const next = await waitFor(
      async () => {
        const answer = await ask();
        return retryAfter(answer) > 60 && answer;
      },
      { what: 'the refusal of the next code' },
    );
    expect(next).toMatchObject(TOO_MANY);
    expect(retryAfter(next)).toBeLessThanOrEqual(3600);
  });
});

describeOnRedis('the limits of sign-in while Redis is unavailable', () => {
  describe.each<
    [string, (relay: TcpRelay) => Promise<void> | void, (relay: TcpRelay) => Promise<void> | void]
  >([
    ['cannot be reached', (relay) => relay.cut(), (relay) => relay.mend()],
    ['hangs', (relay) => relay.freeze(), (relay) => relay.pass()],
  ])('because it %s', (state, fail, recover) => {
    let api: GuardedApi;
    let relay: TcpRelay;

    beforeAll(async () => {
      relay = await TcpRelay.before(testEnvironment().QUEUE_URL);
      api = await start({ QUEUE_URL: relay.url, LIMIT_LOGIN_DELAY_MS: 0 });
      await fail(relay);
    });
    afterAll(() => relay.cut());

    const guess = (username: string, password = 'a wrong guess') =>
      api.post('/auth/login', { username, password });
    const ask = () => api.post('/auth/register/send-code', { email: 'somebody@example.org' });

    it(`the limits on sign-in accept the right password and block guessing if Redis ${state}`, async () => {
      const { username } = await anAccount(api.database.dataSource);
      const startedAtMs = performance.now();
      expect((await guess(username, PASSWORD)).status).toBe(200);
      expect(performance.now() - startedAtMs).toBeLessThan(PATIENCE_MS);
      expect(statuses(await inTurn(11, () => guess(username)))).toEqual([...repeated(10, 401), 429]);
    });

    it(`the limits on sign-in refuse requests for codes in time if Redis ${state}, and allow them again once it is back`, async () => {
      const startedAtMs = performance.now();
      const answer = await ask();
      expect(performance.now() - startedAtMs).toBeLessThan(PATIENCE_MS);
      expect(answer.status).toBe(503);
      expect(retryAfter(answer)).toBeGreaterThan(0);
      await recover(relay);
      await waitFor(async () => (await ask()).status !== 503, { what: 'the return of Redis' });
    });
  });
});
