import { keepUnchanged } from './keep-unchanged';

interface Item {
  id: string;
  title: string;
}

const isSame = (last: Item, item: Item) => last.title === item.title;
const keep = (before: Item[], after: readonly Item[]) => keepUnchanged(before, after, isSame);
const listOf = (...titles: string[]): Item[] =>
  titles.map((title, index) => ({ id: `item_${index}`, title }));

describe('keepUnchanged', () => {
  it('returns the last list if nothing has changed', () => {
    const before = listOf('a', 'b');
    expect(keep(before, listOf('a', 'b'))).toBe(before);
  });

  it('replaces only changed items', () => {
    const before = listOf('a', 'b');
    const after = listOf('a', 'c');
    const kept = keep(before, after);
    expect(kept).toEqual(after);
    expect(kept[0]).toBe(before[0]);
    expect(kept[1]).toBe(after[1]);
  });

  it.each<[string, Item[], Item[]]>([
    ['an added item', listOf('a'), listOf('a', 'b')],
    ['a removed item', listOf('a', 'b'), listOf('a')],
    ['another order', listOf('a', 'b'), listOf('a', 'b').reverse()],
  ])('returns a new list with the same items after %s', (_, before, after) => {
    const kept = keep(before, after);
    expect(kept).toEqual(after);
    expect(kept.filter((item) => before.includes(item))).toHaveLength(
      1 + Number(before.length === after.length),
    );
  });
});
