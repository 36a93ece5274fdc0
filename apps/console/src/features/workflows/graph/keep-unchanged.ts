/**
 * Replaces items by those of the last list that are the same, because the library of the graph draws each item again
 * that is another object.
 * @returns `before` itself if no item has changed
 */
export function keepUnchanged<Item extends { id: string }>(
  before: Item[],
  after: readonly Item[],
  isSame: (last: Item, item: Item) => boolean,
): Item[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = after.map((item) => {
    const last = known.get(item.id);
    return last && isSame(last, item) ? last : item;
  });
  const isUnchanged = kept.length === before.length && kept.every((item, index) => item === before[index]);
  return isUnchanged ? before : kept;
}
