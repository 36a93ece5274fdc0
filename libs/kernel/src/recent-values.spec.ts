import { RecentValues } from './recent-values';

describe('RecentValues', () => {
  const made: string[] = [];
  const make = (key: string) => async () => {
    made.push(key);
    return key.toUpperCase();
  };
  beforeEach(() => (made.length = 0));

  it('computes each value once, also for concurrent callers', async () => {
    const values = new RecentValues<string>(10);
    const both = await Promise.all([values.get('a', make('a')), values.get('a', make('a'))]);
    expect([...both, await values.get('a', make('a'))]).toEqual(['A', 'A', 'A']);
    expect(made).toEqual(['a']);
  });

  it('drops the least recently used value', async () => {
    const values = new RecentValues<string>(2);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await values.get(key, make(key));
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('does not cache a failure', async () => {
    const values = new RecentValues<string>(2);
    const failing = values.get('a', async () => {
      throw new Error('the database is away');
    });
    await expect(failing).rejects.toThrow('the database is away');
    expect(await values.get('a', make('a'))).toBe('A');
  });
});
