import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDatabaseUnreachable } from '@app/entities';
import {
  currentRequest,
  RequestAbandoned,
  type RequestScope,
  runForAll,
  runOutsideRequests,
} from '@app/kernel';

interface Waiting<Item, Result> {
  item: Item;
  request: RequestScope | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface GroupLimits<Item> {
  /** Items of one group. */
  items: number;
  /** Characters of one group, of which one item may have more by itself. */
  characters: number;
  charactersOf(item: Item): number;
}

/**
 * Does together what concurrent callers ask for one by one: while one group is under way, the next gathers. A lone
 * caller waits for nobody.
 */
export class GroupedWork<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private busy = false;

  /** @param doAll gives a result for each item, in their order; it has done nothing where it throws */
  constructor(
    private readonly doAll: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly limits: GroupLimits<Item>,
  ) {}

  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, request: currentRequest(), resolve, reject });
      if (this.busy) return;
      this.busy = true;
      // Callers of the same turn of the event loop go along. A group belongs to none of their requests.
      runOutsideRequests(() => setImmediate(() => void this.workOff()));
    });
  }

  private async workOff(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.settle(this.nextGroup());
      // Callers that were answered often ask again at once: let their requests arrive before the next group starts.
      await nextTurn();
    }
    this.busy = false;
  }

  private nextGroup(): Waiting<Item, Result>[] {
    let count = 0;
    let characters = 0;
    for (const { item } of this.waiting) {
      characters += this.limits.charactersOf(item);
      if (count > 0 && (count >= this.limits.items || characters > this.limits.characters)) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  /** What the database refuses of one must not be the ruin of the others, nor keep them waiting for long. */
  private async settleHalves(group: Waiting<Item, Result>[]): Promise<void> {
    const middle = group.length >> 1;
    await this.settle(group.slice(0, middle));
    await this.settle(group.slice(middle));
  }

  private async settle(all: Waiting<Item, Result>[]): Promise<void> {
    const group = withoutAbandoned(all);
    if (group.length === 0) return;
    try {
      const results = await this.doAllFor(group);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Nothing is committed: a request was abandoned before the next statement, or the first, could begin.
      if (error instanceof RequestAbandoned) await this.settle(group);
      else if (group.length === 1 || isDatabaseUnreachable(error))
        for (const { reject } of group) reject(error);
      else await this.settleHalves(group);
    }
  }

  private doAllFor(group: readonly Waiting<Item, Result>[]): Promise<readonly Result[]> {
    const requests = group.flatMap(({ request }) => request ?? []);
    return runForAll(requests, () => this.doAll(group.map(({ item }) => item)));
  }
}

function withoutAbandoned<Item, Result>(all: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
  return all.filter(({ request, reject }) => {
    if (!request?.abandoned) return true;
    reject(new RequestAbandoned());
    return false;
  });
}
