import type { RestrictedSession } from './restricted-session';
import { SessionPool } from './session-pool';

class FakeSession implements RestrictedSession {
  usable = true;
  resets = 0;
  breaksOnReset = false;
  hangsOnReset = false;

  run(): Promise<number> {
    return Promise.resolve(0);
  }

  reset(): Promise<void> {
    this.resets++;
    if (this.hangsOnReset) return new Promise(() => undefined);
    return this.breaksOnReset ? Promise.reject(new Error('broken')) : Promise.resolve();
  }

  end(): void {
    this.usable = false;
  }

  kill(): Promise<void> {
    return Promise.resolve();
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();

describe('SessionPool', () => {
  let opened: FakeSession[];
  let failure: Error | null;

  beforeEach(() => {
    opened = [];
    failure = null;
  });

  const poolOf = (size: number, overrides: { waitMs?: number; idleMs?: number; killMs?: number } = {}) =>
    new SessionPool({
      open: () => {
        if (failure) return Promise.reject(failure);
        const session = new FakeSession();
        opened.push(session);
        return Promise.resolve(session);
      },
      size,
      waitMs: 60_000,
      idleMs: 60_000,
      resetMs: 5,
      killMs: 5,
      ...overrides,
    });

  it('frees the slot of a session if the server never confirms that it has ended', async () => {
    const pool = poolOf(1);
    pool.drop(await pool.take(signal), new Promise(() => undefined));
    expect(await pool.take(signal)).toBe(opened[1]);
  });

  it('frees the slot of a session if the server never confirms its reset', async () => {
    const pool = poolOf(1);
    const first = await pool.take(signal);
    Object.assign(first, { hangsOnReset: true });
    pool.release(first);
    expect(await pool.take(signal)).toBe(opened[1]);
    expect(first.usable).toBe(false);
  });

  it('reuses a session after its reset', async () => {
    const pool = poolOf(2);
    const first = await pool.take(signal);
    pool.release(first);
    await settle();
    expect(await pool.take(signal)).toBe(first);
    expect(opened).toHaveLength(1);
    expect(opened[0]?.resets).toBe(1);
  });

  it('does not reuse a broken session or a session whose reset failed', async () => {
    const pool = poolOf(1);
    const [first] = [await pool.take(signal), opened[0]];
    if (opened[0]) opened[0].breaksOnReset = true;
    pool.release(first);
    await settle();
    const second = await pool.take(signal);
    expect(second).not.toBe(first);
    pool.release(second);
    await settle();
    second.end();
    expect(await pool.take(signal)).not.toBe(second);
  });

  it('serves waiting callers in order if all sessions are in use', async () => {
    const pool = poolOf(1);
    const held = await pool.take(signal);
    const order: number[] = [];
    const waiters = [1, 2, 3].map(async (number) => {
      const session = await pool.take(signal);
      order.push(number);
      pool.release(session);
    });
    await settle();
    expect(order).toEqual([]);
    pool.release(held);
    await Promise.all(waiters);
    expect(order).toEqual([1, 2, 3]);
    expect(opened).toHaveLength(1);
  });

  it("ends a caller's wait after the limit, or when the caller gives up", async () => {
    const pool = poolOf(1, { waitMs: 5 });
    const held = await pool.take(signal);
    await expect(pool.take(signal)).rejects.toMatchObject({ kind: 'unavailable', code: 'database_busy' });
    const stop = new AbortController();
    const waiting = pool.take(stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    pool.drop(held);
    expect(await pool.take(signal)).not.toBe(held);
  });

  it('keeps the slot of a session until the server has ended it', async () => {
    const pool = poolOf(1, { waitMs: 5, killMs: 60_000 });
    const server = new EventTarget();
    const ended = new Promise<void>((resolve) => server.addEventListener('ended', () => resolve()));
    pool.drop(await pool.take(signal), ended);
    await expect(pool.take(signal)).rejects.toMatchObject({ code: 'database_busy' });
    server.dispatchEvent(new Event('ended'));
    await settle();
    expect((await pool.take(signal)).usable).toBe(true);
  });

  it('frees the slot of a session that could not be ended', async () => {
    const pool = poolOf(1);
    pool.drop(await pool.take(signal), Promise.reject(new Error('the database is unreachable')));
    expect((await pool.take(signal)).usable).toBe(true);
  });

  it('keeps a session that was opened for a caller that has given up in the meantime', async () => {
    const pool = poolOf(1);
    const stop = new AbortController();
    const taking = pool.take(stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(taking).rejects.toThrow('cancelled');
    await settle();
    expect(await pool.take(signal)).toBe(opened[0]);
  });

  it('frees the slot of a session that could not be opened', async () => {
    const pool = poolOf(1);
    failure = new Error('the database is unreachable');
    await expect(pool.take(signal)).rejects.toBe(failure);
    failure = null;
    expect(await pool.take(signal)).toBe(opened[0]);
  });

  it('ends idle sessions after a while, and all sessions when the pool is closed', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const pool = poolOf(2, { idleMs: 1000 });
      const [idle, used] = [await pool.take(signal), await pool.take(signal)];
      pool.release(idle);
      await settle();
      jest.advanceTimersByTime(1000);
      expect(idle.usable).toBe(false);
      pool.close();
      expect(used.usable).toBe(true);
      pool.release(used);
      await settle();
      expect(used.usable).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });
});
