import { MemoryCounter } from './memory-counter';

describe('MemoryCounter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('counts in windows that open with the first event', async () => {
    const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 });
    expect(await counter.add('a')).toEqual({ count: 1, resetMs: 60_000 });
    jest.advanceTimersByTime(20_000);
    expect(await counter.add('a')).toEqual({ count: 2, resetMs: 40_000 });
    expect(await counter.read('a')).toEqual({ count: 2, resetMs: 40_000 });
    jest.advanceTimersByTime(40_000);
    expect(await counter.read('a')).toEqual({ count: 0, resetMs: 0 });
    expect(await counter.add('a')).toEqual({ count: 1, resetMs: 60_000 });
  });

  it('keeps a limited number of keys, and forgets the oldest windows', async () => {
    const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 }, 3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) await counter.add(key);
    const counts = [];
    for (const key of ['a', 'b', 'c', 'd']) counts.push((await counter.read(key)).count);
    expect(counts).toEqual([0, 1, 1, 1]);
  });

  it('forgets a key on request', async () => {
    const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 });
    await counter.add('a');
    await counter.clear('a');
    expect(await counter.read('a')).toEqual({ count: 0, resetMs: 0 });
  });
});
