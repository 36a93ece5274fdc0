import { FixedClock } from '@app/kernel';
import { MemoryStore } from './memory-store';

describe('the store in memory', () => {
  const clock = new FixedClock(0);
  let store: MemoryStore;

  beforeEach(() => {
    clock.set(0);
    store = new MemoryStore(clock, 3);
  });

  afterEach(() => store.onApplicationShutdown());

  const fill = async (...keys: string[]) => {
    for (const key of keys) await store.put(key, `value of ${key}`, 1000);
  };

  it('gives a value up to the end of its life and no longer', async () => {
    await fill('a', 'b');
    clock.set(999);
    expect(await store.take('a')).toBe('value of a');
    clock.set(1000);
    expect(await store.take('b')).toBeNull();
  });

  it('holds so many and no more, and lets the oldest go', async () => {
    await fill('a', 'b', 'c');
    await fill('a', 'd');
    expect(store.size).toBe(3);
    expect(await store.take('b')).toBeNull();
    expect(await store.take('a')).toBe('value of a');
  });

  it('lets none go while there are some that have expired', async () => {
    await store.put('long', 'value of long', 5000);
    await fill('a', 'b');
    clock.set(1000);
    await fill('c');
    expect(store.size).toBe(2);
    expect(await store.take('long')).toBe('value of long');
  });

  it('sweeps away what nobody asked for', async () => {
    await fill('a', 'b');
    clock.set(1000);
    store.sweep();
    expect(store.size).toBe(0);
  });
});
