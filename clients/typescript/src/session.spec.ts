import { type PlantroomOptions, createPlantroom } from './plantroom.js';
import { ApiError, unwrap } from './api-error.js';
import { type TokenStore, memoryTokens } from './tokens.js';
import { untilAborted } from './waiting.js';

const BASE_URL = 'http://plantroom.test';

const refusal = (status: number, code: string) => Response.json({ error: 'Refused.', code }, { status });

/** Answers as the API does. Tokens carry a number: each refresh or sign-in makes the next pair valid. */
class SessionServer {
  /** The number of the valid pair; 0 without a session. */
  valid = 1;
  /** The access token of the valid pair has expired. */
  isExpired = false;
  refreshes = 0;
  /** Resolves before a refresh is answered. */
  refreshGate: Promise<void> | undefined;
  /** If set, every refresh gets this status instead of the correct one. */
  refreshStatus: number | undefined;
  isUnreachable = false;
  readonly calls: { path: string; authorization: string | null; body: string }[] = [];

  readonly fetch = async (request: Request): Promise<Response> => {
    if (this.isUnreachable) throw new TypeError('fetch failed');
    const path = new URL(request.url).pathname;
    const authorization = request.headers.get('authorization');
    const body = await request.text();
    this.calls.push({ path, authorization, body });
    if (path === '/api/auth/login') {
      this.valid++;
      return Response.json({ ...this.pair(), user: { username: 'anna' } });
    }
    if (path === '/api/auth/refresh') return this.refresh(body);
    if (path === '/api/users/7/password') return refusal(401, 'invalid_credentials');
    const accepted = authorization === `Bearer access-${this.valid}` && !this.isExpired;
    return accepted ? Response.json({ path }) : refusal(401, 'invalid_token');
  };

  pair(): { accessToken: string; refreshToken: string } {
    return { accessToken: `access-${this.valid}`, refreshToken: `refresh-${this.valid}` };
  }

  private async refresh(body: string): Promise<Response> {
    this.refreshes++;
    await this.refreshGate;
    if (this.refreshStatus !== undefined) return refusal(this.refreshStatus, 'unavailable');
    const { refreshToken } = JSON.parse(body) as { refreshToken: string };
    if (refreshToken !== `refresh-${this.valid}`) return refusal(401, 'invalid_refresh_token');
    this.valid++;
    this.isExpired = false;
    return Response.json(this.pair());
  }
}

const neverAnswered = ({ signal }: Request) => untilAborted(new Promise<never>(() => {}), signal);

describe('Session', () => {
  let server: SessionServer;
  let tokens: TokenStore;
  let signedOut: ApiError[];

  beforeEach(() => {
    server = new SessionServer();
    tokens = memoryTokens(server.pair());
    signedOut = [];
  });

  const connect = (options: Partial<PlantroomOptions> = {}) =>
    createPlantroom({
      baseUrl: BASE_URL,
      fetch: server.fetch,
      tokens,
      onSignedOut: (error) => signedOut.push(error),
      ...options,
    });
  const getMe = (client = connect(), signal?: AbortSignal) =>
    unwrap(client.api.GET('/api/auth/me', { signal }));

  it('sends no token before the sign-in, and the token of the session afterwards', async () => {
    await tokens.write(null);
    const client = connect();
    await expect(getMe(client)).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    await expect(client.signIn('anna', 'seven grey herons')).resolves.toEqual({ username: 'anna' });
    await getMe(client);
    expect(server.calls.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/api/auth/me', null],
      ['/api/auth/login', null],
      ['/api/auth/me', 'Bearer access-2'],
    ]);
    expect(tokens.read()).toEqual(server.pair());
  });

  it('refreshes the tokens once for 50 concurrent calls, and repeats each call once', async () => {
    server.isExpired = true;
    const client = connect();
    const answers = await Promise.all(Array.from({ length: 50 }, () => getMe(client)));
    expect(answers).toHaveLength(50);
    expect(server.refreshes).toBe(1);
    expect(server.calls.filter(({ authorization }) => authorization === 'Bearer access-2')).toHaveLength(50);
    expect(tokens.read()).toEqual(server.pair());
    expect(signedOut).toEqual([]);
  });

  it('repeats a call without another refresh if the tokens were replaced during the call', async () => {
    server.isExpired = true;
    const client = connect({
      fetch: async (request) => {
        const answer = await server.fetch(request);
        if (answer.status === 401) {
          server.isExpired = false;
          server.valid++;
          await tokens.write(server.pair());
        }
        return answer;
      },
    });
    await expect(getMe(client)).resolves.toEqual({ path: '/api/auth/me' });
    expect(server.refreshes).toBe(0);
  });

  it('sends the body again when it repeats a call', async () => {
    server.isExpired = true;
    const body = { title: 'Pump', severity: 'minor' } as const;
    await unwrap(connect().api.POST('/api/faults', { body }));
    const sent = server.calls.filter(({ path }) => path === '/api/faults');
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([body, body]);
  });

  it('repeats a call at most once', async () => {
    const client = connect({
      fetch: async (request) => {
        server.isExpired = true;
        return server.fetch(request);
      },
    });
    await expect(getMe(client)).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    expect(server.calls.map(({ path }) => path)).toEqual([
      '/api/auth/me',
      '/api/auth/refresh',
      '/api/auth/me',
    ]);
  });

  it('reports the end of the session once, and fails all calls with the same error', async () => {
    server.valid = 0;
    const client = connect();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => getMe(client)));
    const reasons = results.map((result) =>
      result.status === 'rejected' ? (result.reason as unknown) : null,
    );
    expect(new Set(reasons)).toEqual(new Set(signedOut));
    expect(signedOut).toEqual([expect.objectContaining({ status: 401, code: 'invalid_refresh_token' })]);
    expect(tokens.read()).toBeNull();
    expect(server.refreshes).toBe(1);
  });

  it('keeps the session if the API is temporarily unable to refresh the tokens', async () => {
    server.isExpired = true;
    server.refreshStatus = 503;
    const client = connect();
    await expect(getMe(client)).rejects.toMatchObject({ status: 503 });
    expect(tokens.read()).toEqual(server.pair());
    server.refreshStatus = undefined;
    await expect(getMe(client)).resolves.toEqual({ path: '/api/auth/me' });
    expect(signedOut).toEqual([]);
  });

  it('does not refresh the tokens if the API refuses a password', async () => {
    const call = connect().api.PUT('/api/users/{id}/password', {
      params: { path: { id: 7 } },
      body: { currentPassword: 'wrong', newPassword: 'seven grey herons' },
    });
    await expect(unwrap(call)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(server.refreshes).toBe(0);
  });

  it('lets an aborted call stop waiting, and lets the other calls continue', async () => {
    server.isExpired = true;
    let answerRefresh: () => void = jest.fn();
    server.refreshGate = new Promise((resolve) => (answerRefresh = resolve));
    const client = connect();
    const controller = new AbortController();
    const impatient = getMe(client, controller.signal);
    const patient = getMe(client);
    while (server.refreshes === 0) await Promise.resolve();
    controller.abort(new Error('Too slow.'));
    await expect(impatient).rejects.toThrow('Too slow.');
    answerRefresh();
    await expect(patient).resolves.toEqual({ path: '/api/auth/me' });
    expect(server.refreshes).toBe(1);
  });

  it('stays signed out if the user signs out during a refresh', async () => {
    server.isExpired = true;
    let answerRefresh: () => void = jest.fn();
    server.refreshGate = new Promise((resolve) => (answerRefresh = resolve));
    const call = getMe();
    while (server.refreshes === 0) await Promise.resolve();
    await tokens.write(null);
    answerRefresh();
    await expect(call).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    expect(tokens.read()).toBeNull();
    expect(signedOut).toEqual([]);
  });

  it('refreshes once for two clients with a shared store that has a lock', async () => {
    server.isExpired = true;
    let last: Promise<unknown> = Promise.resolve();
    const shared: TokenStore = {
      ...tokens,
      whileLocked: (work) => {
        const result = last.then(work);
        last = result;
        return result;
      },
    };
    await Promise.all([getMe(connect({ tokens: shared })), getMe(connect({ tokens: shared }))]);
    expect(server.refreshes).toBe(1);
  });

  it('ends the session and removes the tokens at the sign-out', async () => {
    await connect().signOut();
    expect(server.calls).toEqual([
      { path: '/api/auth/logout', authorization: 'Bearer access-1', body: '{}' },
    ]);
    expect(tokens.read()).toBeNull();
  });

  it('removes the tokens at the sign-out even if the API cannot be reached', async () => {
    server.isUnreachable = true;
    await expect(connect().signOut()).rejects.toThrow('fetch failed');
    expect(tokens.read()).toBeNull();
  });

  it('signs out without an error if the session has already ended', async () => {
    server.valid = 0;
    await connect().signOut();
    expect(tokens.read()).toBeNull();
  });

  it('can be aborted at the sign-in and at the sign-out, which removes the tokens', async () => {
    const client = connect({ fetch: neverAnswered });
    const controller = new AbortController();
    const { signal } = controller;
    const calls = [client.signIn('anna', 'seven grey herons', { signal }), client.signOut({ signal })];
    const results = Promise.allSettled(calls);
    controller.abort(new Error('Too slow.'));
    expect(await results).toEqual(calls.map(() => ({ status: 'rejected', reason: new Error('Too slow.') })));
    expect(tokens.read()).toBeNull();
  });

  it('sends an API key, and never refreshes it', async () => {
    const client = connect({ apiKey: 'pk_key' });
    await expect(getMe(client)).rejects.toBeInstanceOf(ApiError);
    expect(server.calls).toEqual([{ path: '/api/auth/me', authorization: 'Bearer pk_key', body: '' }]);
  });
});
