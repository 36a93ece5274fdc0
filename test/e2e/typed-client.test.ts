import { createHmac } from 'node:crypto';
import { createPlantroom, memoryTokens, unwrap } from '../../clients/typescript/src';
import { PASSWORD } from '../factories/an-account';
import { FaultScreen } from '../factories/fault-screen';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

/** Returns the same access token, but expired an hour ago. */
function expired(accessToken: string, secret: string): string {
  const [header = '', payload = ''] = accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
  const past = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp - 3600 })).toString('base64url');
  const signature = createHmac('sha256', secret).update(`${header}.${past}`).digest('base64url');
  return `${header}.${past}.${signature}`;
}

describe('the typed client', () => {
  let first: RunningApi;
  /** Is never killed. */
  let second: RunningApi;
  const screens: FaultScreen[] = [];

  beforeAll(async () => {
    second = await RunningApi.start();
    first = await second.anotherProcess();
  });
  afterEach(async () => {
    await Promise.all(screens.splice(0).map((screen) => screen.close()));
  });
  afterAll(async () => {
    await first.stopProcess();
    await second.stop();
  });

  it('the typed client refreshes expired tokens once for 50 concurrent calls', async () => {
    const { username } = await first.signInAs('operator');
    const tokens = memoryTokens();
    const statuses = new Map<string, number[]>();
    const plantroom = createPlantroom({
      baseUrl: first.address,
      tokens,
      fetch: async (request) => {
        const response = await fetch(request);
        const { pathname } = new URL(request.url);
        statuses.set(pathname, [...(statuses.get(pathname) ?? []), response.status]);
        return response;
      },
    });
    await plantroom.signIn(username, PASSWORD);
    const signedIn = await tokens.read();
    const accessToken = expired(signedIn?.accessToken ?? '', first.environment.JWT_SECRET ?? '');
    await tokens.write({ accessToken, refreshToken: signedIn?.refreshToken ?? '' });

    const users = await Promise.all(
      Array.from({ length: 50 }, () => unwrap(plantroom.api.GET('/api/auth/me'))),
    );

    expect(users.every((user) => user.username === username)).toBe(true);
    expect(statuses.get('/api/auth/refresh')).toEqual([200]);
    expect(statuses.get('/api/auth/me')?.filter((status) => status === 401)).toHaveLength(50);
    await plantroom.signOut();
    expect(statuses.get('/api/auth/logout')).toEqual([200]);
  });

  describe('that follows the event stream', () => {
    let token: string;

    async function follow(api: RunningApi): Promise<FaultScreen> {
      const screen = new FaultScreen(api.address, token);
      screens.push(screen);
      await waitFor(() => screen.reads > 0, { what: 'the state' });
      return screen;
    }

    async function report(api: RunningApi, title: string): Promise<void> {
      const { status } = await api.call('POST', '/api/faults', { token, body: { title, severity: 'minor' } });
      expect(status).toBe(201);
    }

    it('the typed client gets each event of every api exactly once, even after the api of its stream was killed', async () => {
      ({ token } = await first.signInAs('operator'));
      const near = await follow(first);
      const far = await follow(second);
      await report(first, 'A');
      await report(second, 'B');
      await waitFor(() => near.received.length === 2 && far.received.length === 2, {
        what: 'the first faults',
      });

      await first.killProcess();
      await waitFor(() => near.failures > 1, { what: 'a failed attempt' });
      await report(second, 'C');
      await waitFor(() => far.received.length === 3, { what: 'the fault during the outage' });
      const restarted = await first.another({ PORT: Number(new URL(first.address).port) });
      try {
        await waitFor(() => near.titles.length === 3, {
          what: 'the state after the restart',
        });
        await report(restarted, 'D');
        await report(second, 'E');
        await waitFor(() => near.received.length === 4 && far.received.length === 5, {
          what: 'the last faults',
        });
      } finally {
        await restarted.stopProcess();
      }

      // The events of two apis may arrive in a different order than they were published.
      expect(near.received.toSorted()).toEqual(['A', 'B', 'D', 'E']);
      expect(far.received.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E']);
      expect(near.titles).toEqual(['A', 'B', 'C', 'D', 'E']);
      expect(far.titles).toEqual(near.titles);
      expect(far.reads).toBe(1);
    });
  });
});
