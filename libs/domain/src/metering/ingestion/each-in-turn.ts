/**
 * Runs `work` for one item after another until `signal` is aborted. If it fails for one item, the others are still
 * processed.
 * @throws the first error, after all items
 */
export async function eachInTurn<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) {
    if (signal.aborted) break;
    try {
      await work(item);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}
