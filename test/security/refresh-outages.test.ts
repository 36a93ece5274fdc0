import { RefreshTokenEntity } from '@app/entities';
import { PASSWORD } from '../factories/an-account';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

describe('O07: a refresh while the database hangs', () => {
  let api: RunningApi;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_REQUEST_MS: 1000, LOG_LEVEL: 'info' });
  }, 60_000);

  afterAll(() => api.stop());

  async function signedIn(): Promise<{ id: number; refreshToken: string }> {
    const { id, username } = await api.signInAs('viewer');
    const body = { username, password: PASSWORD };
    const login = await api.call('POST', '/api/auth/login', { body });
    return { id, refreshToken: (login.body as { refreshToken: string }).refreshToken };
  }

  const refresh = (refreshToken: string, signal?: AbortSignal) =>
    fetch(`${api.address}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
      signal,
    });

  /** Keeps the session's row from being changed for as long as `work` takes. */
  async function whileHeld<T>(userId: number, work: () => Promise<T>): Promise<T> {
    return api.database.dataSource.transaction(async (manager) => {
      await manager.findOneOrFail(RefreshTokenEntity, {
        where: { userId },
        lock: { mode: 'pessimistic_write' },
      });
      return work();
    });
  }

  it('does not cost the session whose caller was told that it failed', async () => {
    const { id, refreshToken } = await signedIn();
    const late = await whileHeld(id, () => refresh(refreshToken));
    expect(late.status).toBe(500);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('does not cost the session whose caller gave up', async () => {
    const { id, refreshToken } = await signedIn();
    await whileHeld(id, async () => {
      const givenUp = refresh(refreshToken, AbortSignal.timeout(300));
      await expect(givenUp).rejects.toMatchObject({ name: 'TimeoutError' });
      await waitFor(() => api.log.includes('"statusCode":null'), { what: 'the line of who went away' });
    });
    expect((await refresh(refreshToken)).status).toBe(200);
  });
});
