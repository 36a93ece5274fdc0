import { MemoryCounter } from './memory-counter';

describe('the counter in memory', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('counts in windows that open with the first', async () => {
    const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 });
    expect(await counter.add('a')).toEqual({ count: 1, resetMs: 60_000 });
    jest.advanceTimersByTime(20_000);
    expect(await counter.add('a')).toEqual({ count: 2, resetMs: 40_000 });
    expect(await counter.read('a')).toEqual({ count: 2, resetMs: 40_000 });
    jest.advanceTimersByTime(40_000);
    expect(await counter.read('a')).toEqual({ count: 0, resetMs: 0 });
    expect(await counter.add('a')).toEqual({ count: 1, resetMs: 60_000 });
  });

  it('holds so many keys and no more, and forgets those that opened first', async () => {
    const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 }, 3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) await counter.add(key);
    const counts = [];
    for (const key of ['a', 'b', 'c', 'd']) counts.push((await counter.read(key)).count);
    expect(counts).toEqual([0, 1, 1, 1]);
  });

  it('forgets what it is told to', async () => {
    const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 });
    await counter.add('a');
    await counter.clear('a');
    expect(await counter.read('a')).toEqual({ count: 0, resetMs: 0 });
  });
});
