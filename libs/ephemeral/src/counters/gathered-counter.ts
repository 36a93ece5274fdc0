import { Batcher } from '@app/kernel';
import type { Counter, Tally } from './counter';

interface Addition {
  key: string;
  amount: number;
}

interface KeySum {
  amount: number;
  tally: Promise<Tally>;
}

/**
 * Adds up the events of each key in one turn of the event loop, and counts them with one call. Used for events that
 * occur thousands of times per second.
 */
export class GatheredCounter implements Counter {
  private readonly additions = new Batcher<Addition, Tally>((all) => this.addAll(all));

  constructor(private readonly counter: Counter) {}

  add(key: string, amount = 1): Promise<Tally> {
    return this.additions.add({ key, amount });
  }

  read(key: string): Promise<Tally> {
    return this.counter.read(key);
  }

  clear(key: string): Promise<void> {
    return this.counter.clear(key);
  }

  /** Counts the additions of each key with one call. Each key succeeds or fails on its own. */
  private addAll(additions: readonly Addition[]): Promise<Tally>[] {
    const amounts = new Map<string, number>();
    const places = additions.map(({ key, amount }) => {
      const place = (amounts.get(key) ?? 0) + amount;
      amounts.set(key, place);
      return place;
    });
    const sums = new Map<string, KeySum>();
    for (const [key, amount] of amounts) sums.set(key, { amount, tally: this.counter.add(key, amount) });
    return additions.map(({ key }, index) => tallyAt(sums.get(key) as KeySum, places[index] as number));
  }
}

/**
 * Returns the tally of one caller. The tally of the key includes all additions, but the count of a caller includes only
 * the additions up to its own.
 */
async function tallyAt({ amount, tally }: KeySum, place: number): Promise<Tally> {
  const { count, resetMs } = await tally;
  return { count: count - amount + place, resetMs };
}
