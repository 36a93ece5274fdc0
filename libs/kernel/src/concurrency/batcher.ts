import { runOutsideRequests } from '../request-scope';

export interface BatchOptions<Item> {
  /** Maximum number of items in a batch. */
  items?: number;
  /** Maximum sum of the item sizes in a batch. A single item may exceed it. */
  size?: number;
  sizeOf?: (item: Item) => number;
  /** True if batches run one after the other: while a batch is running, items are collected for the next one. */
  isSerial?: boolean;
  /**
   * Returns whether one item may have caused the error of its batch. If so, the batch is halved and repeated until the
   * faulty item is found. Only this item fails, and the other items succeed. If not, all items of the batch fail with
   * the error.
   */
  mayBeOfOneItem?: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result | PromiseLike<Result>) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects items that concurrent callers add, and handles them in batches.
 *
 * - A batch contains the items that were added during one turn of the event loop, in the order of the calls. A single
 *   item waits only for the end of that turn.
 * - A batch runs outside the requests of its callers.
 * - Each caller gets the result of its own item. An error of one batch does not affect other batches.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private isDue = false;

  /**
   * @param handle returns a result for each item, in the order of the items. A result may be a promise; if it fails,
   *   only its item fails. If `mayBeOfOneItem` is used, a rejected `handle` must have changed nothing
   */
  constructor(
    private readonly handle: (
      items: readonly Item[],
    ) => readonly (Result | PromiseLike<Result>)[] | Promise<readonly (Result | PromiseLike<Result>)[]>,
    private readonly options: BatchOptions<Item> = {},
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isDue) return;
      this.isDue = true;
      runOutsideRequests(() => setImmediate(() => void this.handleWaiting()));
    });
  }

  private async handleWaiting(): Promise<void> {
    if (!this.options.isSerial) {
      this.isDue = false;
      while (this.waiting.length > 0) void this.settle(this.takeBatch());
      return;
    }
    while (this.waiting.length > 0) {
      await this.settle(this.takeBatch());
      // Callers often add another item as soon as they get a result. Wait a turn, so that the next batch contains these
      // items.
      await new Promise((nextTurn) => setImmediate(nextTurn));
    }
    this.isDue = false;
  }

  private takeBatch(): Waiting<Item, Result>[] {
    const { items = Infinity, size = Infinity, sizeOf = () => 0 } = this.options;
    let count = 0;
    let total = 0;
    for (const { item } of this.waiting) {
      total += sizeOf(item);
      if (count > 0 && (count >= items || total > size)) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  private async settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.handle(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} items returned ${results.length} results.`);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && this.options.mayBeOfOneItem?.(error)) return this.settleHalves(batch);
      for (const { reject } of batch) reject(error);
    }
  }

  private async settleHalves(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const middle = batch.length >> 1;
    await this.settle(batch.slice(0, middle));
    await this.settle(batch.slice(middle));
  }
}
