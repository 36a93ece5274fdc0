import { groupBy } from './group-by';

describe('groupBy', () => {
  it('keeps the order of groups and of their items', () => {
    const groups = groupBy(['pear', 'fig', 'plum', 'date', 'kiwi'], ({ length }) => length);
    expect([...groups]).toEqual([
      [4, ['pear', 'plum', 'date', 'kiwi']],
      [3, ['fig']],
    ]);
  });

  it('returns no groups if there are no items', () => {
    expect(groupBy([], String).size).toBe(0);
  });
});
