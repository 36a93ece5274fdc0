import { getEventListeners } from 'node:events';
import { pause } from './pause';
import { repeatEvery, repeatUntilAborted, WakeUp } from './repeat-until-aborted';

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort');
const tick = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('pause', () => {
  it('ends after the given time and not before', async () => {
    const ended = jest.fn();
    void pause(10).then(ended);
    await tick(9);
    expect(ended).not.toHaveBeenCalled();
    await tick(1);
    expect(ended).toHaveBeenCalled();
  });

  it.each([0, 1])(
    'ends when signal %i of two is aborted, and leaves no timer or listener behind',
    async (which) => {
      const controllers = [new AbortController(), new AbortController()];
      const signals = controllers.map(({ signal }) => signal);
      const paused = pause(10, ...signals);
      controllers[which]?.abort();
      await paused;
      expect(jest.getTimerCount()).toBe(0);
      expect(signals.flatMap(listenersOf)).toEqual([]);
    },
  );

  it('leaves no listener behind after the given time', async () => {
    const { signal } = new AbortController();
    const paused = pause(10, signal);
    await tick(10);
    await paused;
    expect(listenersOf(signal)).toEqual([]);
  });

  it('ends at once if a signal is already aborted', async () => {
    await pause(10, AbortSignal.abort());
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('repeatUntilAborted', () => {
  let controller: AbortController;
  beforeEach(() => (controller = new AbortController()));

  it('runs the work immediately, and then after each wait that the work returns', async () => {
    const waits = [5, 20, 1000];
    const work = jest.fn(() => Promise.resolve(waits.shift() ?? 1000));
    void repeatUntilAborted(controller.signal, work);
    expect(work).toHaveBeenCalledTimes(1);
    await tick(4);
    expect(work).toHaveBeenCalledTimes(1);
    await tick(1);
    expect(work).toHaveBeenCalledTimes(2);
    await tick(20);
    expect(work).toHaveBeenCalledTimes(3);
    controller.abort();
  });

  it('does not run the work if the signal is already aborted', async () => {
    const work = jest.fn(() => Promise.resolve(0));
    controller.abort();
    await repeatUntilAborted(controller.signal, work);
    expect(work).not.toHaveBeenCalled();
  });

  it('ends a wait when the signal is aborted, and leaves neither a timer nor a listener behind', async () => {
    const work = jest.fn(() => Promise.resolve(1000));
    const repeated = repeatUntilAborted(controller.signal, work);
    await tick(0);
    controller.abort();
    await repeated;
    expect(work).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
    expect(listenersOf(controller.signal)).toEqual([]);
  });

  it('keeps one listener on the signal, however often the work runs', async () => {
    const work = jest.fn(() => Promise.resolve(1));
    const repeated = repeatUntilAborted(controller.signal, work);
    await tick(100);
    expect(work.mock.calls.length).toBeGreaterThan(50);
    expect(listenersOf(controller.signal)).toHaveLength(1);
    controller.abort();
    await repeated;
  });

  it('waits for the current run when the signal is aborted, and begins no further run', async () => {
    const work = jest.fn(async () => (await pause(20), 5));
    const ended = jest.fn();
    const repeated = repeatUntilAborted(controller.signal, work).then(ended);
    controller.abort();
    await tick(19);
    expect(ended).not.toHaveBeenCalled();
    await tick(1);
    await repeated;
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('rejects with the error of the work, and does not run the work again', async () => {
    const work = jest.fn(() => Promise.reject(new Error('broken')));
    await expect(repeatUntilAborted(controller.signal, work)).rejects.toThrow('broken');
    await tick(10);
    expect(work).toHaveBeenCalledTimes(1);
    expect(listenersOf(controller.signal)).toEqual([]);
  });

  it('lets the event loop handle other events between runs without a wait', async () => {
    jest.useRealTimers();
    let runs = 0;
    setTimeout(() => controller.abort(), 5);
    // If the event loop were blocked, the timer would never fire and this test would never end.
    await repeatUntilAborted(controller.signal, () => Promise.resolve(++runs > 1e6 ? Infinity : 0));
    expect(runs).toBeLessThan(1e6);
  });

  describe('with a wake-up', () => {
    it('runs the work once if it is woken several times during one wait', async () => {
      const wakeUp = new WakeUp();
      const work = jest.fn(() => Promise.resolve(1000));
      void repeatUntilAborted(controller.signal, work, wakeUp);
      await tick(1);
      wakeUp.call();
      wakeUp.call();
      await tick(1);
      expect(work).toHaveBeenCalledTimes(2);
      await tick(998);
      expect(work).toHaveBeenCalledTimes(2);
      await tick(2);
      expect(work).toHaveBeenCalledTimes(3);
      controller.abort();
    });

    it('runs the work again immediately if it is woken during a run', async () => {
      const wakeUp = new WakeUp();
      const work = jest.fn(async () => {
        if (work.mock.calls.length === 1) wakeUp.call();
        return 1000;
      });
      void repeatUntilAborted(controller.signal, work, wakeUp);
      await tick(1);
      expect(work).toHaveBeenCalledTimes(2);
      controller.abort();
    });
  });
});

describe('repeatEvery', () => {
  it('measures the interval from the beginning of the previous run, and runs late work immediately', async () => {
    const controller = new AbortController();
    const startsMs: number[] = [];
    const durationsMs = [4, 15, 0];
    const repeated = repeatEvery(10, controller.signal, async () => {
      startsMs.push(performance.now());
      await pause(durationsMs.shift() ?? 0);
    });
    // Advance by 1 ms at a time: the event loop turns once after the late run, and the fake clock must not advance
    // during this turn.
    for (let ms = 0; ms < 44; ms++) await tick(1);
    controller.abort();
    await repeated;
    const [first = 0] = startsMs;
    expect(startsMs.map((ms) => Math.floor((ms - first) / 5) * 5)).toEqual([0, 10, 25, 35]);
  });
});
