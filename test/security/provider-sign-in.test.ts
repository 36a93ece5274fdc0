import { AuditEntryEntity, ProviderAccountEntity, UserEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { PASSWORD, anAccount } from '../factories/an-account';
import { codeIn, Outbox } from '../factories/outbox';
import { ProviderSignInApi, aPerson } from '../factories/provider-sign-in-api';
import { TestBrowser } from '../factories/test-browser';
import { waitFor } from '../harness';

const TEN_MINUTES_MS = 600_000;
const NEW_PASSWORD = 'gravel pit lantern';
const refused = (code: string) => ({ status: 400, body: { error: expect.any(String), code } });

describe('provider sign-in', () => {
  // The clock starts at the real time, because the test issuer stamps its tokens with the real time.
  const clock = new FixedClock(Date.now());
  let rig: ProviderSignInApi;
  let outbox: Outbox;
  const dataSource = () => rig.api.database.dataSource;
  const links = () => dataSource().getRepository(ProviderAccountEntity);

  beforeAll(async () => {
    rig = await ProviderSignInApi.start(clock, {
      LIMIT_LOGIN_DELAY_MS: 0,
      LIMIT_CODE_INTERVAL_SECONDS: 1,
      LIMIT_CODES_PER_CLIENT: 1000,
    });
    outbox = new Outbox(rig.api.environment.DATA_DIR);
  });

  afterAll(() => rig.stop());

  const remove = (path: string, token: string) =>
    rig.api.send(path, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });

  /** Performs a sign-in up to the provider's redirect back to the service. */
  async function ledBack(person = aPerson(), browser = new TestBrowser()) {
    const url = await rig.authorize(browser);
    return { browser, url, back: await rig.signedIn(url, browser, person) };
  }

  async function aBoundUser(person = aPerson()) {
    const user = await anAccount(dataSource());
    const bound = await rig.bind(await rig.bindToken(person), user.username, PASSWORD);
    expect(bound.status).toBe(200);
    return { user, person, session: bound.body };
  }

  /** Creates a user with a linked provider identity, who then enters `email` as their own address. */
  async function aBoundUserOf(email: string) {
    const { user, person, session } = await aBoundUser();
    const headers = {
      authorization: `Bearer ${String(session.accessToken)}`,
      'content-type': 'application/json',
    };
    const init = { method: 'PUT', headers, body: JSON.stringify({ email }) };
    expect((await rig.api.send(`/users/${user.id}`, init)).status).toBe(200);
    // The old address is notified of the change.
    expect((await outbox.next(user.email)).text).toContain('原地址');
    return { user, person };
  }

  async function resetPassword(email: string): Promise<void> {
    const sendCode = () => rig.api.post('/auth/forgot-password/send-code', { email });
    await waitFor(async () => (await sendCode()).status === 200, { what: 'the end of the interval' });
    const code = codeIn(await outbox.next(email));
    const answer = await rig.api.post('/auth/forgot-password/reset', {
      email,
      code,
      newPassword: NEW_PASSWORD,
    });
    expect(answer.status).toBe(200);
    // Discard the mail that reports the password change.
    await outbox.next(email);
  }

  it('provider sign-in offers the configured providers', async () => {
    expect((await rig.api.get('/auth/oauth/providers')).body).toEqual({
      providers: [
        { id: 'google', name: 'Google' },
        { id: 'microsoft', name: 'Microsoft' },
      ],
    });
  });

  describe('success', () => {
    it('a new person links an account, and can then sign in with the provider or the password', async () => {
      const person = aPerson();
      const first = await rig.signIn(person);
      expect(first).toMatchObject({
        status: 200,
        body: {
          status: 'unlinked',
          bindToken: expect.any(String),
          profile: { provider: 'google', email: person.email, emailVerified: true, name: person.name },
        },
      });
      expect(Object.keys(first.body).sort()).toEqual(['bindToken', 'profile', 'status']);
      const user = await anAccount(dataSource());
      const bound = await rig.bind(first.body.bindToken, user.email, PASSWORD);
      expect(bound).toMatchObject({ status: 200, body: { user: { id: user.id } } });
      const again = await rig.signIn(person);
      expect(again).toMatchObject({ status: 200, body: { status: 'linked', user: { id: user.id } } });
      expect((await rig.api.get('/auth/me', String(again.body.accessToken))).body.id).toBe(user.id);
      const login = await rig.api.post('/auth/login', { username: user.username, password: PASSWORD });
      expect(login.body).toMatchObject({ user: { id: user.id } });
    });

    it('provider sign-in creates an ordinary session, which replaces the previous session', async () => {
      const { person, session } = await aBoundUser();
      const next = await rig.signIn(person);
      expect((await rig.api.post('/auth/refresh', { refreshToken: session.refreshToken })).status).toBe(401);
      expect((await rig.api.post('/auth/refresh', { refreshToken: next.body.refreshToken })).status).toBe(
        200,
      );
    });

    it('provider sign-in registers a linked account with the lowest role and no password', async () => {
      const person = aPerson();
      const made = await rig.registerAndBind(await rig.bindToken(person), 'New.Person');
      expect(made).toMatchObject({
        status: 201,
        body: { user: { username: 'New.Person', email: person.email, role: 'viewer' } },
      });
      const { id } = made.body.user as { id: number };
      expect(await dataSource().getRepository(UserEntity).findOneBy({ id })).toMatchObject({
        passwordHash: null,
      });
      expect((await rig.signIn(person)).body).toMatchObject({ status: 'linked', user: { id } });
      for (const password of ['null', 'undefined', ' ']) {
        expect((await rig.api.post('/auth/login', { username: 'New.Person', password })).status).toBe(401);
      }
    });

    it('provider sign-in works with both providers for a user who has linked each provider separately', async () => {
      const { user, person } = await aBoundUser();
      const other = await rig.signIn(person, 'microsoft');
      expect(other.body).toMatchObject({ status: 'unlinked', profile: { provider: 'microsoft' } });
      expect((await rig.bind(other.body.bindToken, user.username, PASSWORD)).status).toBe(200);
      for (const provider of ['google', 'microsoft'] as const) {
        expect((await rig.signIn(person, provider)).body).toMatchObject({
          status: 'linked',
          user: { id: user.id },
        });
      }
    });

    it('provider sign-in works with a callback by POST that has only the code and the state', async () => {
      const { browser, back } = await ledBack();
      const [code, state] = [back.searchParams.get('code'), back.searchParams.get('state')];
      const answer = await browser.go(rig.callback(), {
        method: 'POST',
        body: JSON.stringify({ code, state }),
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        expect.objectContaining({ status: 'unlinked' }),
      ]);
    });

    it('provider sign-in works until the user is deleted', async () => {
      const { user, person } = await aBoundUser();
      await dataSource().getRepository(UserEntity).delete(user.id);
      expect((await rig.signIn(person)).body).toMatchObject({ status: 'unlinked' });
    });
  });

  describe('redirect to the provider', () => {
    it('provider sign-in sends exactly one redirect address to the provider, and a new PKCE challenge, state and nonce every time', async () => {
      const seen = await Promise.all([rig.authorize(new TestBrowser()), rig.authorize(new TestBrowser())]);
      for (const { searchParams } of seen) {
        expect(Object.fromEntries(searchParams)).toEqual({
          client_id: 'google-client',
          response_type: 'code',
          scope: 'openid email profile',
          redirect_uri: rig.callback(),
          state: expect.stringMatching(/^[\w-]{43}$/),
          nonce: expect.stringMatching(/^[\w-]{43}$/),
          code_challenge: expect.stringMatching(/^[\w-]{43}$/),
          code_challenge_method: 'S256',
        });
      }
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(new Set(seen.map(({ searchParams }) => searchParams.get(name))).size).toBe(2);
      }
    });

    it('provider sign-in sets a cookie that no script and no other path can read', async () => {
      const browser = new TestBrowser();
      await rig.authorize(browser);
      const [cookie, ...others] = browser.all();
      expect(others).toEqual([]);
      expect(cookie).toMatchObject({
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/api/auth/oauth/google/callback',
      });
      expect(cookie?.attributes).toMatch(/Max-Age=600\b.*HttpOnly; SameSite=Lax$/);
    });

    it('provider sign-in redirects a browser that opens the start address as a page', async () => {
      const browser = new TestBrowser();
      const response = await browser.go(`${rig.origin}/api/auth/oauth/google/authorize`, {
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect(response.status).toBe(303);
      const back = await rig.signedIn(new URL(String(response.headers.get('location'))), browser, aPerson());
      expect((await rig.comeBack(back, browser)).body).toMatchObject({ status: 'unlinked' });
    });
  });

  describe('refusals', () => {
    it.each(['github', 'Google', 'constructor', '__proto__', '%2e%2e'])(
      'provider sign-in is refused for an unknown provider: %s',
      async (name) => {
        for (const path of ['authorize', 'callback?code=1&state=2']) {
          expect(await rig.api.get(`/auth/oauth/${name}/${path}`)).toMatchObject({
            status: 404,
            body: { error: expect.any(String), code: 'not_found' },
          });
        }
      },
    );

    it.each<[string, string]>([
      ['neither a code nor a state', ''],
      ['a code without a state', '?code=stolen'],
      ['an unknown state', '?code=stolen&state=invented'],
      ['an empty state', '?code=stolen&state='],
      ['a refusal without a state', '?error=access_denied'],
    ])('provider sign-in is refused if the request has %s', async (_, query) => {
      expect(await rig.api.get(`/auth/oauth/google/callback${query}`)).toMatchObject(
        refused('invalid_state'),
      );
    });

    it.each<[string, unknown]>([
      ['an object instead of a state', { code: 'x', state: { $ne: null } }],
      ['a list instead of a code', { code: ['x'], state: 'y' }],
      ['a state that is too long', { code: 'x', state: 'y'.repeat(10_000) }],
    ])('provider sign-in is refused with validation_failed if the body has %s', async (_, body) => {
      expect(await rig.api.post('/auth/oauth/google/callback', body)).toMatchObject(
        refused('validation_failed'),
      );
    });

    it('provider sign-in is refused in a browser that did not start it, so a link from somebody else signs nobody in', async () => {
      const { back, browser } = await ledBack();
      expect(await rig.comeBack(back, new TestBrowser())).toMatchObject(refused('invalid_state'));
      // After the refusal, the browser that started the sign-in cannot use the state either.
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('invalid_state'));
    });

    it('provider sign-in is refused in a browser that started another sign-in', async () => {
      const victim = new TestBrowser();
      await rig.authorize(victim);
      const { back } = await ledBack();
      expect(await rig.comeBack(back, victim)).toMatchObject(refused('invalid_state'));
    });

    it('provider sign-in is refused if the state was already used', async () => {
      const { back, browser } = await ledBack();
      expect((await rig.comeBack(back, browser)).status).toBe(200);
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('invalid_state'));
    });

    it('provider sign-in is refused for nine of ten concurrent uses of one state', async () => {
      const { back, browser } = await ledBack();
      const answers = await Promise.all(Array.from({ length: 10 }, () => rig.comeBack(back, browser)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'invalid_state')).toHaveLength(9);
    });

    it('provider sign-in is refused if the code was already used, even with a new state', async () => {
      const { back, browser } = await ledBack();
      const code = String(back.searchParams.get('code'));
      expect((await rig.comeBack(back, browser)).status).toBe(200);
      const next = await ledBack(aPerson(), browser);
      next.back.searchParams.set('code', code);
      expect(await rig.comeBack(next.back, browser)).toMatchObject(refused('sign_in_refused'));
    });

    it("provider sign-in is refused for somebody else's code, because the PKCE check fails", async () => {
      const [mine, stolen] = [await ledBack(), await ledBack()];
      mine.back.searchParams.set('code', String(stolen.back.searchParams.get('code')));
      expect(await rig.comeBack(mine.back, mine.browser)).toMatchObject(refused('sign_in_refused'));
    });

    it('provider sign-in is refused for an invented code', async () => {
      const { back, browser } = await ledBack();
      back.searchParams.set('code', 'invented');
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('sign_in_refused'));
    });

    it('provider sign-in is refused if the nonce was changed in transit', async () => {
      const browser = new TestBrowser();
      const url = await rig.authorize(browser);
      url.searchParams.set('nonce', 'another');
      const back = await rig.signedIn(url, browser, aPerson());
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('sign_in_refused'));
    });

    it('provider sign-in is refused at the callback address of another provider', async () => {
      const { back, browser } = await ledBack();
      await rig.authorize(browser, 'microsoft');
      const swapped = new URL(`${rig.callback('microsoft')}${back.search}`);
      expect(await rig.comeBack(swapped, browser)).toMatchObject(refused('invalid_state'));
    });

    it('provider sign-in is refused if the response is from another issuer', async () => {
      const { back, browser } = await ledBack();
      back.searchParams.set('iss', 'https://evil.example.org');
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('sign_in_refused'));
    });

    it("provider sign-in is refused if the provider refuses, and the answer does not repeat the provider's message", async () => {
      const browser = new TestBrowser();
      const url = await rig.authorize(browser);
      const back = await rig.signedIn(url, browser, null);
      expect(back.searchParams.get('error')).toBe('access_denied');
      const answer = await rig.comeBack(back, browser);
      expect(answer).toMatchObject(refused('sign_in_refused'));
      expect(answer.text).not.toMatch(/script|access_denied/);
      back.searchParams.delete('error');
      back.searchParams.set('code', 'invented');
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('invalid_state'));
    });

    it('provider sign-in is refused if it takes longer than ten minutes', async () => {
      const { back, browser } = await ledBack();
      await rig.pass(TEN_MINUTES_MS);
      expect(await rig.comeBack(back, browser)).toMatchObject(refused('invalid_state'));
    });

    it.each([
      'https://evil.example.org/',
      '//evil.example.org',
      '/api/auth/oauth/google/callback@evil.example.org',
    ])('provider sign-in is refused for a request with the redirect target %s', async (target) => {
      const query = ['redirect_uri', 'redirect', 'next', 'returnTo', 'origin']
        .map((name) => `${name}=${encodeURIComponent(target)}`)
        .join('&');
      const { body } = await rig.api.get(`/auth/oauth/google/authorize?${query}`);
      const url = new URL(String(body.url));
      expect(url.origin).toBe(rig.issuer.url);
      expect(url.searchParams.get('redirect_uri')).toBe(rig.callback());
      expect(url.href).not.toContain('evil');
    });
  });

  describe('accounts of others', () => {
    it('provider sign-in does not give access to an account only because the person has the same address', async () => {
      const victim = await anAccount(dataSource());
      const attacker = aPerson({ email: victim.email });
      const answer = await rig.signIn(attacker);
      expect(answer.body).toMatchObject({ status: 'unlinked' });
      expect(await rig.registerAndBind(answer.body.bindToken, 'attacker')).toMatchObject({
        status: 409,
        body: { code: 'email_taken' },
      });
      expect(await rig.bind(answer.body.bindToken, victim.username, 'guessed')).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
      expect(await links().countBy({ userId: victim.id })).toBe(0);
    });

    it('provider sign-in creates no account for an unverified address', async () => {
      for (const unvouched of [
        { email_verified: false },
        { email_verified: undefined },
        { email: undefined },
      ]) {
        const person = aPerson(unvouched);
        const token = await rig.bindToken(person);
        expect(await rig.registerAndBind(token, 'In.Wait')).toMatchObject(refused('email_unverified'));
      }
      expect(await dataSource().getRepository(UserEntity).countBy({ usernameFolded: 'in.wait' })).toBe(0);
    });

    it('provider sign-in gives no access to an account whose address at the provider now belongs to somebody else', async () => {
      const { user, person } = await aBoundUser();
      const successor = aPerson({ email: person.email });
      expect((await rig.signIn(successor)).body).toMatchObject({ status: 'unlinked' });
      const renamed = { ...person, email: 'another@example.org' };
      expect((await rig.signIn(renamed)).body).toMatchObject({ status: 'linked', user: { id: user.id } });
    });

    it("provider sign-in distinguishes capital and small letters in the provider's id of a person", async () => {
      const { person } = await aBoundUser(aPerson({ sub: 'Case-Sensitive' }));
      expect((await rig.signIn({ ...person, sub: 'case-sensitive' })).body).toMatchObject({
        status: 'unlinked',
      });
    });

    it('provider sign-in ignores a role in the request', async () => {
      const token = await rig.bindToken(aPerson());
      const body = {
        bindToken: token,
        username: 'No.Admin',
        role: 'admin',
        email: 'other@example.org',
        id: 1,
      };
      const made = await rig.api.post('/auth/oauth/register-and-bind', body);
      expect(made.body).toMatchObject({ user: { role: 'viewer' } });
      expect(made.body.user).not.toMatchObject({ email: 'other@example.org' });
    });
  });

  describe('with a binding token', () => {
    const invalid = refused('invalid_bind_token');

    it('account linking works once per token', async () => {
      const user = await anAccount(dataSource());
      const token = await rig.bindToken(aPerson());
      expect((await rig.bind(token, user.username, PASSWORD)).status).toBe(200);
      expect(await rig.bind(token, user.username, PASSWORD)).toMatchObject(invalid);
      expect(await rig.registerAndBind(token, 'Once.More')).toMatchObject(invalid);
    });

    it('account linking keeps the token valid after a wrong password or a username that is in use', async () => {
      const user = await anAccount(dataSource());
      const token = await rig.bindToken(aPerson());
      expect((await rig.bind(token, user.username, 'wrong')).status).toBe(401);
      expect(await rig.registerAndBind(token, user.username.toUpperCase())).toMatchObject({
        status: 409,
        body: { code: 'username_taken' },
      });
      expect((await rig.bind(token, user.username, PASSWORD)).status).toBe(200);
    });

    it('account linking limits password guesses in the same way as the sign-in with a password', async () => {
      const user = await anAccount(dataSource());
      const token = await rig.bindToken(aPerson());
      for (let failures = 0; failures < 10; failures++) {
        expect((await rig.bind(token, user.username, `guess ${failures}`)).status).toBe(401);
      }
      const answer = await rig.bind(token, user.username, PASSWORD);
      expect(answer).toMatchObject({ status: 429, body: { error: expect.any(String) } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const login = await rig.api.post('/auth/login', { username: user.username, password: PASSWORD });
      expect(login.status).toBe(429);
    });

    it('account linking leaves an audit entry with the user and the identity', async () => {
      const person = aPerson();
      const { user } = await aBoundUser(person);
      const entries = await dataSource()
        .getRepository(AuditEntryEntity)
        .findBy({ action: 'user.bound', userId: user.id });
      expect(entries).toEqual([
        expect.objectContaining({
          target: `user ${user.id}`,
          after: JSON.stringify({ provider: 'google', subject: person.sub }),
        }),
      ]);
    });

    it('account linking fails after ten minutes', async () => {
      const user = await anAccount(dataSource());
      const token = await rig.bindToken(aPerson());
      await rig.pass(TEN_MINUTES_MS);
      expect(await rig.bind(token, user.username, PASSWORD)).toMatchObject(invalid);
    });

    it('account linking refuses tokens of other kinds, and other routes refuse a binding token', async () => {
      const { session, user } = await aBoundUser();
      for (const token of [session.accessToken, session.refreshToken, 'garbage', 'a.b.c']) {
        expect(await rig.bind(token, user.username, PASSWORD)).toMatchObject(invalid);
      }
      const token = await rig.bindToken(aPerson());
      expect((await rig.api.get('/auth/me', token)).status).toBe(401);
      expect((await rig.api.get(`/probe/stream?token=${token}`)).status).toBe(401);
      expect((await rig.api.post('/auth/refresh', { refreshToken: token })).status).toBe(401);
    });

    it('account linking refuses a forged token', async () => {
      const user = await anAccount(dataSource());
      const [head, , signature] = (await rig.bindToken(aPerson())).split('.');
      const claims = { provider: 'google', subject: 'victim', purpose: 'bind', exp: 9e9, jti: 'x' };
      const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      for (const forged of [`${head}.${body}.${signature}`, `${none}.${body}.`]) {
        expect(await rig.bind(forged, user.username, PASSWORD)).toMatchObject(invalid);
      }
    });

    it.each([undefined, '', 7, ['token'], { token: 1 }, 'x'.repeat(5000)])(
      'account linking refuses the token %p with validation_failed',
      async (token) => {
        expect(await rig.bind(token, 'somebody', PASSWORD)).toMatchObject(refused('validation_failed'));
        expect(await rig.registerAndBind(token, 'somebody')).toMatchObject(refused('validation_failed'));
      },
    );

    it.each(['ab', 'a b', 'a@example.org', '<script>', 'x'.repeat(65), 7, undefined])(
      'account linking creates no account with the name %p',
      async (username) => {
        expect(await rig.registerAndBind('token', username)).toMatchObject(refused('validation_failed'));
      },
    );

    it('account linking works for exactly one of ten concurrent requests with one token', async () => {
      const token = await rig.bindToken(aPerson());
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => rig.registerAndBind(token, `Racer.${index}`)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'invalid_bind_token')).toHaveLength(9);
    });

    it('linked identities can be listed and unlinked, and a person can no longer sign in with an unlinked one', async () => {
      const person = aPerson({ sub: 'a/b c%2F' });
      const { user, session } = await aBoundUser(person);
      const token = String(session.accessToken);
      const path = `/users/${user.id}/identities`;
      expect((await rig.api.get(path, token)).body).toMatchObject([
        { provider: 'google', subject: person.sub, createdAt: expect.stringMatching(/Z$/) },
      ]);
      const unlink = () => remove(`${path}/google/${encodeURIComponent(person.sub)}`, token);
      expect((await unlink()).status).toBe(200);
      expect((await unlink()).status).toBe(404);
      expect((await rig.api.get(path, token)).body).toEqual([]);
      expect((await rig.signIn(person)).body).toMatchObject({ status: 'unlinked' });
      const audit = await dataSource().getRepository(AuditEntryEntity).findOneBy({ action: 'user.unbound' });
      expect(audit).toMatchObject({ target: `user ${user.id}` });
    });

    it('an identity cannot be unlinked from a user without a password if it is the last one, even in a race', async () => {
      const [person, other] = [aPerson(), aPerson()];
      const { body } = await rig.registerAndBind(await rig.bindToken(person), 'Without.Password');
      const { id: userId } = body.user as { id: number };
      await links().insert({ provider: 'google', subject: other.sub, userId, createdAt: clock.now() });
      const answers = await Promise.all(
        [person, other].map(({ sub }) =>
          remove(`/users/${userId}/identities/google/${sub}`, String(body.accessToken)),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'last_sign_in')).toHaveLength(1);
      expect(await links().countBy({ userId })).toBe(1);
    });

    it('account linking links a person to one user, even with several tokens and concurrent requests', async () => {
      const person = aPerson();
      const racers = [];
      for (let index = 0; index < 6; index++) {
        racers.push({ token: await rig.bindToken(person), user: await anAccount(dataSource()) });
      }
      const answers = await Promise.all(
        racers.map(({ token, user }) => rig.bind(token, user.username, PASSWORD)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(
        answers.filter(({ status, body }) => status === 409 && body.code === 'identity_taken'),
      ).toHaveLength(5);
      expect(await links().countBy({ subject: person.sub })).toBe(1);
    });

    it('no account is stored if the provider sign-in cannot be linked to it', async () => {
      const person = aPerson();
      const [first, second] = [await rig.bindToken(person), await rig.bindToken(person)];
      const user = await anAccount(dataSource());
      expect((await rig.bind(first, user.username, PASSWORD)).status).toBe(200);
      expect(await rig.registerAndBind(second, 'Left.Over')).toMatchObject({
        status: 409,
        body: { code: 'identity_taken' },
      });
      expect(await dataSource().getRepository(UserEntity).countBy({ usernameFolded: 'left.over' })).toBe(0);
    });
  });

  describe("an account whose user entered somebody else's address", () => {
    it('a password reset by the owner of the address gives the account to the owner, and unlinks the provider of the previous user', async () => {
      const { user, person } = await aBoundUserOf('victim@example.org');
      await resetPassword('victim@example.org');
      expect((await rig.signIn(person)).body).toMatchObject({ status: 'unlinked' });
      expect(await links().countBy({ userId: user.id })).toBe(0);
      const login = { username: 'victim@example.org', password: NEW_PASSWORD };
      expect((await rig.api.post('/auth/login', login)).status).toBe(200);
    });

    it('an account keeps its provider at a password reset if the user never changed the address', async () => {
      const { user, person } = await aBoundUser();
      await resetPassword(user.email);
      expect((await rig.signIn(person)).body).toMatchObject({ status: 'linked', user: { id: user.id } });
    });

    it('an account keeps a provider that was linked after the owner had proved the address', async () => {
      const { user } = await aBoundUserOf('mover@example.org');
      await resetPassword('mover@example.org');
      const person = aPerson();
      expect((await rig.bind(await rig.bindToken(person), user.username, NEW_PASSWORD)).status).toBe(200);
      await resetPassword('mover@example.org');
      expect((await rig.signIn(person)).body).toMatchObject({ status: 'linked', user: { id: user.id } });
    });
  });
});
