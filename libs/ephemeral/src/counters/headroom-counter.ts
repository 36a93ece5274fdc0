import type { Counter, Tally } from './counter';

/** Of what the limit lets through: so many must be left, and no more than so many are told to others late. */
const LEFT = 0.5;
const UNTOLD = 0.05;
/** How long a tally is believed, and how soon what was counted ahead is told. */
const BELIEVED_MS = 1000;
const TOLD_AFTER_MS = 50;
const MOST_KEYS = 10_000;

interface Known {
  /** As it was told, with all that was counted here until then. */
  count: number;
  resetAtMs: number;
  seenAtMs: number;
  /** Counted since, and not told yet. */
  untold: number;
  /** Told, and not answered yet. */
  inFlight: number;
}

/**
 * Counts ahead of a counter that is shared: who is far from the limit does not wait for it. Half of what is let through
 * in a window is counted so; near the limit each call is counted where all count. One instance lets nothing through that
 * is beyond the limit. Of several, each of the others may be ahead by a twentieth of it, for 50 ms.
 */
export class HeadroomCounter implements Counter {
  private readonly known = new Map<string, Known>();
  private telling: NodeJS.Timeout | undefined;

  constructor(
    private readonly counter: Counter,
    private readonly points: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  async add(key: string, amount = 1): Promise<Tally> {
    const known = this.known.get(key) ?? this.keep(key);
    if (this.isFar(known, amount)) {
      known.untold += amount;
      this.telling ??= setTimeout(() => this.tellAll(), TOLD_AFTER_MS).unref();
      return this.tallyOf(known);
    }
    return this.tell(key, known, amount);
  }

  async read(key: string): Promise<Tally> {
    const tally = await this.counter.read(key);
    return { ...tally, count: tally.count + (this.known.get(key)?.untold ?? 0) };
  }

  async clear(key: string): Promise<void> {
    this.known.delete(key);
    await this.counter.clear(key);
  }

  private isFar({ count, untold, inFlight, seenAtMs, resetAtMs }: Known, amount: number): boolean {
    const nowMs = this.nowMs();
    if (nowMs >= resetAtMs || nowMs - seenAtMs > BELIEVED_MS) return false;
    const ahead = untold + inFlight + amount;
    return count + ahead <= this.points * LEFT && ahead <= this.points * UNTOLD;
  }

  private tallyOf({ count, untold, inFlight, resetAtMs }: Known): Tally {
    return { count: count + untold + inFlight, resetMs: Math.max(0, resetAtMs - this.nowMs()) };
  }

  /** Counts these and what was counted ahead. */
  private async tell(key: string, known: Known, amount: number): Promise<Tally> {
    const told = known.untold + amount;
    known.untold = 0;
    known.inFlight += told;
    const tally = await this.counter.add(key, told).finally(() => (known.inFlight -= told));
    known.count = tally.count;
    known.seenAtMs = this.nowMs();
    known.resetAtMs = known.seenAtMs + tally.resetMs;
    return tally;
  }

  private tellAll(): void {
    this.telling = undefined;
    for (const [key, known] of this.known) {
      // The counter sees to it that it answers; what it could not count the next call counts.
      if (known.untold !== 0) this.tell(key, known, 0).catch(() => this.known.delete(key));
    }
  }

  private keep(key: string): Known {
    const known = { count: 0, resetAtMs: -Infinity, seenAtMs: -Infinity, untold: 0, inFlight: 0 };
    this.known.set(key, known);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_KEYS) break;
      this.known.delete(oldest);
    }
    return known;
  }
}
