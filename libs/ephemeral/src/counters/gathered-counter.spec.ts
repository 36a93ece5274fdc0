import { GatheredCounter } from './gathered-counter';
import { MemoryCounter } from './memory-counter';

describe('GatheredCounter', () => {
  const counter = new MemoryCounter({ name: 'test', windowSeconds: 60 });
  const add = jest.spyOn(counter, 'add');
  const gathered = new GatheredCounter(counter);
  const countsOf = async (keys: string[]) =>
    (await Promise.all(keys.map((key) => gathered.add(key)))).map(({ count }) => count);

  it('returns a different count to each caller, with one addition per key', async () => {
    expect(await countsOf(['a', 'a', 'b', 'a'])).toEqual([1, 2, 1, 3]);
    expect(add.mock.calls).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
    expect(await countsOf(['a', 'b', 'a'])).toEqual([4, 2, 5]);
    expect(await gathered.read('a')).toMatchObject({ count: 5 });
    await gathered.clear('a');
    expect(await countsOf(['a'])).toEqual([1]);
  });

  it('passes the error to all callers if the addition fails', async () => {
    add.mockRejectedValueOnce(new Error('away'));
    const outcomes = await Promise.allSettled([gathered.add('c'), gathered.add('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await countsOf(['c'])).toEqual([1]);
  });
});
