import type { Counter, Tally } from './counter';

interface Gathered {
  amount: number;
  tally: Promise<Tally>;
}

/** Adds in one go what is counted of one key during one turn of the event loop: for what happens thousands of times a second. */
export class GatheredCounter implements Counter {
  private readonly gathered = new Map<string, Gathered>();

  constructor(private readonly counter: Counter) {}

  async add(key: string, amount = 1): Promise<Tally> {
    const group = this.gathered.get(key) ?? this.open(key);
    group.amount += amount;
    const place = group.amount;
    const { count, resetMs } = await group.tally;
    // The tally is as after the last of the group.
    return { count: count - group.amount + place, resetMs };
  }

  read(key: string): Promise<Tally> {
    return this.counter.read(key);
  }

  clear(key: string): Promise<void> {
    return this.counter.clear(key);
  }

  private open(key: string): Gathered {
    const group: Gathered = { amount: 0, tally: this.afterThisTurn(key) };
    this.gathered.set(key, group);
    return group;
  }

  private async afterThisTurn(key: string): Promise<Tally> {
    await new Promise((resolve) => setImmediate(resolve));
    const amount = this.gathered.get(key)?.amount;
    this.gathered.delete(key);
    return this.counter.add(key, amount);
  }
}
