/**
 * Does `work` for one after the other until `signal` is aborted. A fault with one keeps none of the others waiting.
 * @throws at the end, the first fault there was
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
