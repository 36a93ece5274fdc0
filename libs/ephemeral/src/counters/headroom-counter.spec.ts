import { HeadroomCounter } from './headroom-counter';
import { MemoryCounter } from './memory-counter';

const POINTS = 200;

const addAll = async (counter: HeadroomCounter, times: number) => {
  const tallies = await Promise.all(Array.from({ length: times }, () => counter.add('key')));
  return tallies.map(({ count }) => count);
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const told = () => jest.advanceTimersByTimeAsync(50);

describe('HeadroomCounter', () => {
  let nowMs: number;
  let shared: MemoryCounter;
  let add: jest.SpyInstance;
  const instance = () => new HeadroomCounter(shared, POINTS, () => nowMs);
  /** Creates a counter that has already read the shared count. */
  const known = async () => {
    const counter = instance();
    await addAll(counter, 1);
    return counter;
  };

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate', 'nextTick'] });
    nowMs = 1000;
    shared = new MemoryCounter({ name: 'test', windowSeconds: 60 });
    add = jest.spyOn(shared, 'add');
  });
  afterEach(() => jest.useRealTimers());

  it('counts locally while the count is far from the limit, and reports the local counts later in one call', async () => {
    const counter = await known();
    expect(await addAll(counter, 5)).toEqual(range(2, 6));
    expect(add).toHaveBeenCalledTimes(1);
    expect(await counter.read('key')).toMatchObject({ count: 6 });
    await told();
    expect(add.mock.calls).toEqual([
      ['key', 1],
      ['key', 5],
    ]);
    expect(await shared.read('key')).toMatchObject({ count: 6 });
    expect(await addAll(counter, 1)).toEqual([7]);
  });

  it('reports its local counts before they exceed a twentieth of the limit', async () => {
    const counter = await known();
    expect(await addAll(counter, 10)).toEqual(range(2, 11));
    expect(add).toHaveBeenCalledTimes(1);
    expect(await addAll(counter, 1)).toEqual([12]);
    expect(add.mock.lastCall).toEqual(['key', 11]);
  });

  it('asks the shared counter at each event when half of the limit is used up', async () => {
    const counter = instance();
    await shared.add('key', POINTS / 2 - 2);
    expect(await addAll(counter, 1)).toEqual([POINTS / 2 - 1]);
    expect(await addAll(counter, 1)).toEqual([POINTS / 2]);
    add.mockClear();
    expect(await addAll(counter, 1)).toEqual([POINTS / 2 + 1]);
    expect(add.mock.calls).toEqual([['key', 2]]);
  });

  it.each([
    [1, POINTS],
    [3, POINTS * 1.1],
  ])('lets %i concurrent instances accept at most %i events in total', async (count, most) => {
    const instances = range(1, count).map(instance);
    let passed = 0;
    for (let turn = 0; turn < 200; turn++) {
      for (const counter of instances)
        passed += (await addAll(counter, 3)).filter((tally) => tally <= POINTS).length;
      if (turn % 5 === 0) await told();
    }
    expect(passed).toBeLessThanOrEqual(most);
    expect(passed).toBeGreaterThanOrEqual(POINTS);
  });

  it('accepts at most a twentieth of the limit while the shared counter does not answer its reports', async () => {
    const counter = await known();
    const answers: (() => void)[] = [];
    add.mockImplementation(async (_key: string, amount: number) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { count: amount, resetMs: 60_000 };
    });
    let passed = 0;
    for (let turn = 0; turn < 10; turn++) {
      for (let call = 0; call < 10; call++) void counter.add('key').then(() => passed++);
      await told();
    }
    expect(passed).toBe(POINTS * 0.05);
    for (const answer of answers) answer();
  });

  it.each([
    ['the last tally is older than a second', 1001],
    ['the window has closed', 60_001],
  ])('asks the shared counter again if %s', async (_what, passedMs) => {
    const counter = await known();
    await addAll(counter, 1);
    add.mockClear();
    nowMs += passedMs;
    await addAll(counter, 1);
    expect(add.mock.calls).toEqual([['key', 2]]);
  });

  it('subtracts events that are taken back', async () => {
    const counter = await known();
    await addAll(counter, 3);
    await counter.add('key', -1);
    await told();
    expect(await shared.read('key')).toMatchObject({ count: 3 });
    await counter.clear('key');
    expect(await addAll(counter, 1)).toEqual([1]);
  });

  it('asks the shared counter at the next event if a report failed', async () => {
    const counter = await known();
    await addAll(counter, 1);
    add.mockRejectedValueOnce(new Error('away'));
    await told();
    add.mockClear();
    await addAll(counter, 1);
    expect(add.mock.calls).toEqual([['key', 1]]);
  });
});
