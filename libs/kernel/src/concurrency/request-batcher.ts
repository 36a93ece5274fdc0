import { currentRequest, RequestAbandoned, type RequestScope, runForAll } from '../request-scope';
import { Batcher, type BatchOptions } from './batcher';

interface Requested<Item> {
  item: Item;
  request: RequestScope | undefined;
}

/**
 * A `Batcher` for writes: a batch runs on behalf of the requests that added its items. If one of these requests is
 * abandoned, no further statement of the batch begins, and the batch is repeated without the items of this request.
 * These items fail with `RequestAbandoned`.
 */
export class RequestBatcher<Item, Result> {
  private readonly batcher: Batcher<Requested<Item>, Result>;

  /**
   * @param handle returns a result for each item, in the order of the items. If `handle` rejects, it must have changed
   *   nothing
   */
  constructor(
    private readonly handle: (items: readonly Item[]) => Promise<readonly Result[]>,
    { sizeOf, ...options }: BatchOptions<Item>,
  ) {
    this.batcher = new Batcher((entries) => this.handleAwaited(entries), {
      ...options,
      sizeOf: sizeOf && (({ item }) => sizeOf(item)),
    });
  }

  add(item: Item): Promise<Result> {
    return this.batcher.add({ item, request: currentRequest() });
  }

  private async handleAwaited(
    entries: readonly Requested<Item>[],
  ): Promise<readonly (Result | Promise<Result>)[]> {
    for (;;) {
      const awaited = entries.filter(isAwaited);
      try {
        const results = awaited.length === 0 ? [] : await this.handleAll(awaited);
        if (awaited.length === entries.length) return results;
        const resultOf = new Map(awaited.map((entry, index) => [entry, results[index] as Result]));
        return entries.map((entry) =>
          resultOf.has(entry) ? (resultOf.get(entry) as Result) : Promise.reject(new RequestAbandoned()),
        );
      } catch (error) {
        // A request was abandoned before a statement of the batch could begin, so nothing was written. Repeat the batch
        // without its items.
        if (error instanceof RequestAbandoned && !awaited.every(isAwaited)) continue;
        throw error;
      }
    }
  }

  private handleAll(entries: readonly Requested<Item>[]): Promise<readonly Result[]> {
    const requests = entries.flatMap(({ request }) => request ?? []);
    return runForAll(requests, () => this.handle(entries.map(({ item }) => item)));
  }
}

function isAwaited({ request }: Requested<unknown>): boolean {
  return !request?.abandoned;
}
