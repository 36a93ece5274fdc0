import { EventEmitter, getEventListeners, once } from 'node:events';
import { isDoneWithin, withTimeout } from './with-timeout';

const tooLate = () => new Error('too late');
const throwing = () => {
  throw new Error('thrown');
};
const failsAtAbort = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
const never = () => new Promise<never>(() => undefined);
const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort');
/** Covers the limit of 10 ms and one more turn of the event loop. */
const expiry = () => jest.advanceTimersByTimeAsync(11);

describe('withTimeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('settles with the outcome of the work, and leaves no timer behind', async () => {
    await expect(withTimeout(10, () => Promise.resolve('done'), tooLate)).resolves.toBe('done');
    const failed = withTimeout(10, () => Promise.reject(new Error('broken')), tooLate);
    await expect(failed).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind if the work throws synchronously', async () => {
    await expect(withTimeout(10, throwing, tooLate)).rejects.toThrow('thrown');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects at the time limit and not before', async () => {
    const settled = jest.fn();
    withTimeout(10, never, tooLate).catch(settled);
    await jest.advanceTimersByTimeAsync(9);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2);
    expect(settled).toHaveBeenCalledWith(tooLate());
    expect(jest.getTimerCount()).toBe(0);
  });

  it("aborts the work's signal with the timeout error at the time limit", async () => {
    let seen: AbortSignal | undefined;
    const limited = withTimeout(10, (signal) => ((seen = signal), never()), tooLate);
    limited.catch(() => undefined);
    expect(seen?.aborted).toBe(false);
    await expiry();
    const error: unknown = await limited.catch((reason: unknown) => reason);
    expect(seen?.reason).toBe(error);
  });

  it("does not abort the work's signal after the work has settled", async () => {
    let seen: AbortSignal | undefined;
    await withTimeout(10, (signal) => ((seen = signal), Promise.resolve()), tooLate);
    await jest.advanceTimersByTimeAsync(20);
    expect(seen?.aborted).toBe(false);
  });

  it('rejects with the timeout error even if the abort makes the work reject with another error', async () => {
    const limited = withTimeout(10, failsAtAbort, tooLate);
    limited.catch(() => undefined);
    await expiry();
    await expect(limited).rejects.toThrow('too late');
  });

  it('accepts a result that arrives in the event-loop turn after the time limit', async () => {
    let seen: AbortSignal | undefined;
    const socket = new EventEmitter();
    const work = async (signal: AbortSignal) => {
      seen = signal;
      return once(socket, 'data');
    };
    const limited = withTimeout(10, work, tooLate);
    // When the timer fires, the event loop first reads the sockets; the rejection follows in the next turn.
    jest.advanceTimersToNextTimer();
    socket.emit('data', 'in time');
    await expect(limited).resolves.toEqual(['in time']);
    await jest.runAllTimersAsync();
    expect(seen?.aborted).toBe(false);
  });

  describe('with a signal', () => {
    it("rejects with the signal's reason, and leaves neither a timer nor a listener behind", async () => {
      const controller = new AbortController();
      const limited = withTimeout(10, never, tooLate, controller.signal);
      controller.abort(new Error('stopped'));
      await expect(limited).rejects.toThrow('stopped');
      expect(jest.getTimerCount()).toBe(0);
      expect(listenersOf(controller.signal)).toHaveLength(0);
    });

    it.each([
      ['succeeds', () => Promise.resolve()],
      ['fails', () => Promise.reject(new Error('broken'))],
    ])('leaves no listener behind if the work %s', async (_how, work) => {
      const { signal } = new AbortController();
      await withTimeout(10, work, tooLate, signal).catch(() => undefined);
      expect(listenersOf(signal)).toHaveLength(0);
    });

    it('leaves no listener behind after the time limit', async () => {
      const { signal } = new AbortController();
      const limited = withTimeout(10, never, tooLate, signal).catch(() => undefined);
      await expiry();
      await limited;
      expect(listenersOf(signal)).toHaveLength(0);
    });

    it('does not begin the work if the signal is already aborted', async () => {
      const work = jest.fn(never);
      const signal = AbortSignal.abort(new Error('stopped'));
      await expect(withTimeout(10, work, tooLate, signal)).rejects.toThrow('stopped');
      expect(work).not.toHaveBeenCalled();
    });
  });
});

describe('work that fails after the time limit', () => {
  it('causes no unhandled rejection', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    await expect(withTimeout(1, failsAtAbort, tooLate)).rejects.toThrow('too late');
    // The abort has made the work fail too. Wait for the end of the turn, when Node reports unhandled rejections.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('isDoneWithin', () => {
  it.each([
    [true, 'succeeds', () => Promise.resolve()],
    [false, 'fails', () => Promise.reject(new Error('broken'))],
    [false, 'takes longer', never],
  ])('returns %s for work that %s', async (expected, _how, work) => {
    await expect(isDoneWithin(1, work())).resolves.toBe(expected);
  });
});
