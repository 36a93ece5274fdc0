import { FixedClock } from '@app/kernel';
import { MemoryStore } from './memory-store';

describe('MemoryStore', () => {
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

  it('returns a value until it expires and not afterwards', async () => {
    await fill('a', 'b');
    clock.set(999);
    expect(await store.take('a')).toBe('value of a');
    clock.set(1000);
    expect(await store.take('b')).toBeNull();
  });

  it('keeps a limited number of values and drops the oldest', async () => {
    await fill('a', 'b', 'c');
    await fill('a', 'd');
    expect(store.size).toBe(3);
    expect(await store.take('b')).toBeNull();
    expect(await store.take('a')).toBe('value of a');
  });

  it('drops expired values before values that are still valid', async () => {
    await store.put('long', 'value of long', 5000);
    await fill('a', 'b');
    clock.set(1000);
    await fill('c');
    expect(store.size).toBe(2);
    expect(await store.take('long')).toBe('value of long');
  });

  it('deletes expired values that nobody reads', async () => {
    await fill('a', 'b');
    clock.set(1000);
    store.sweep();
    expect(store.size).toBe(0);
  });
});
