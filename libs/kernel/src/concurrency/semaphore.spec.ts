import { getEventListeners } from 'node:events';
import { Semaphore } from './semaphore';

const throwing = () => {
  throw new Error('thrown');
};
const tick = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('Semaphore', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('grants as many permits as it has', () => {
    const semaphore = new Semaphore(2);
    expect([1, 2, 3].map(() => semaphore.tryAcquire())).toEqual([true, true, false]);
    semaphore.release();
    expect([1, 2].map(() => semaphore.tryAcquire())).toEqual([true, false]);
  });

  it('grants a released permit to the caller that has waited longest, before any new caller', async () => {
    const semaphore = new Semaphore(1);
    semaphore.tryAcquire();
    const served: string[] = [];
    for (const name of ['a', 'b']) void semaphore.acquire().then(() => served.push(name));
    semaphore.release();
    expect(semaphore.tryAcquire()).toBe(false);
    await tick(0);
    expect(served).toEqual(['a']);
    semaphore.release();
    await tick(0);
    expect(served).toEqual(['a', 'b']);
    semaphore.release();
    expect(semaphore.tryAcquire()).toBe(true);
  });

  it('returns false after the time limit, and then grants the permit to another caller', async () => {
    const semaphore = new Semaphore(1);
    semaphore.tryAcquire();
    const impatient = semaphore.acquire({ timeoutMs: 10 });
    const patient = semaphore.acquire({ timeoutMs: 20 });
    await tick(10);
    await expect(impatient).resolves.toBe(false);
    semaphore.release();
    await expect(patient).resolves.toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    // The caller that gave up has not taken a permit.
    semaphore.release();
    expect(semaphore.tryAcquire()).toBe(true);
  });

  it('rejects with the reason of the signal, and leaves neither a timer nor a listener behind', async () => {
    const semaphore = new Semaphore(1);
    semaphore.tryAcquire();
    const controller = new AbortController();
    const { signal } = controller;
    const acquired = semaphore.acquire({ timeoutMs: 10, signal });
    controller.abort(new Error('stopped'));
    await expect(acquired).rejects.toThrow('stopped');
    expect(jest.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    semaphore.release();
    expect(semaphore.tryAcquire()).toBe(true);
  });

  it('grants no permit if the signal is already aborted', async () => {
    const semaphore = new Semaphore(1);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(semaphore.acquire({ signal })).rejects.toThrow('stopped');
    expect(semaphore.tryAcquire()).toBe(true);
  });

  it.each(['released', 'expired'])('leaves no listener behind if the wait is %s', async (how) => {
    const semaphore = new Semaphore(1);
    semaphore.tryAcquire();
    const { signal } = new AbortController();
    const waiting = semaphore.acquire({ timeoutMs: 10, signal });
    await tick(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    if (how === 'released') semaphore.release();
    else await tick(10);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('never runs more work at the same time than it has permits, and starts all work in order', async () => {
    const semaphore = new Semaphore(3);
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const works = Array.from({ length: 10 }, (_, index) =>
      semaphore.run(async () => {
        begun.push(index);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 10 - index));
        running--;
      }),
    );
    await tick(100);
    await Promise.all(works);
    expect(most).toBe(3);
    expect(begun).toEqual([...begun.keys()]);
  });

  it('releases the permit if the work rejects or throws', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(semaphore.run(throwing)).rejects.toThrow('thrown');
    expect(semaphore.tryAcquire()).toBe(true);
  });
});
