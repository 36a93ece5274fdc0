import { RefreshTokenEntity } from '@app/entities';
import { PASSWORD } from '../factories/an-account';
import { RunningApi } from '../factories/running-api';
import { waitsForLock } from '../factories/waits-for-lock';
import { waitFor } from '../harness';

describe('an interrupted refresh', () => {
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

  const refresh = (refreshToken: string, signal?: AbortSignal, address = api.address) =>
    fetch(`${address}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
      signal,
    });

  /** Runs `work` while the session's row is locked. */
  async function whileHeld<T>(userId: number, work: () => Promise<T>): Promise<T> {
    return api.database.dataSource.transaction(async (manager) => {
      await manager.findOneOrFail(RefreshTokenEntity, {
        where: { userId },
        lock: { mode: 'pessimistic_write' },
      });
      return work();
    });
  }

  it('an interrupted refresh leaves the session valid if the caller got an error', async () => {
    const { id, refreshToken } = await signedIn();
    const late = await whileHeld(id, () => refresh(refreshToken));
    expect(late.status).toBe(500);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('an interrupted refresh leaves the session valid if the caller disconnected', async () => {
    const { id, refreshToken } = await signedIn();
    await whileHeld(id, async () => {
      const givenUp = refresh(refreshToken, AbortSignal.timeout(300));
      await expect(givenUp).rejects.toMatchObject({ name: 'TimeoutError' });
      await waitFor(() => api.log.includes('"statusCode":null'), {
        what: 'the log line of the disconnected caller',
      });
    });
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('an interrupted refresh leaves only the old token valid if the process is killed during the refresh', async () => {
    const { id, refreshToken } = await signedIn();
    const other = await api.anotherProcess();
    await whileHeld(id, async () => {
      const answer = refresh(refreshToken, undefined, other.address).catch((error: unknown) => error);
      const { dataSource } = api.database;
      await waitFor(() => waitsForLock(dataSource, 'UPDATE%refresh_token%'), { what: 'the rotation' });
      await other.killProcess();
      expect(await answer).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
    });
    expect((await refresh(refreshToken)).status).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(401);
    const sessions = api.database.dataSource.getRepository(RefreshTokenEntity);
    expect(await sessions.countBy({ userId: id })).toBe(1);
  });
});
