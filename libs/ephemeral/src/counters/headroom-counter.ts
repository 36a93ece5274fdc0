import { LRUCache } from 'lru-cache';
import type { Counter, Tally } from './counter';

/** Events are counted locally while at least this fraction of the limit remains. */
const MIN_HEADROOM = 0.5;
/** Local counts are reported at the latest when they reach this fraction of the limit. */
const MAX_UNREPORTED = 0.05;
/** How long a tally of the shared counter is used. */
const TALLY_VALID_MS = 1000;
/** Maximum delay before local counts are reported. */
const REPORT_AFTER_MS = 50;
const MOST_KEYS = 10_000;

interface Known {
  /** The last tally of the shared counter. */
  count: number;
  resetAtMs: number;
  seenAtMs: number;
  /** Local counts that have not been reported yet. */
  unreported: number;
  /** Local counts that have been reported but not yet confirmed. */
  inFlight: number;
}

/**
 * Counts events locally and reports them to a shared counter a little later. So callers do not wait while the count is
 * far from the limit. When half of the limit is used up, every call asks the shared counter. A single instance never
 * exceeds the limit. Several instances may exceed it together, because each may have up to a twentieth of the limit
 * unreported for at most 50 ms.
 */
export class HeadroomCounter implements Counter {
  private readonly known = new LRUCache<string, Known>({ max: MOST_KEYS });
  private reporting: NodeJS.Timeout | undefined;

  constructor(
    private readonly counter: Counter,
    private readonly points: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  async add(key: string, amount = 1): Promise<Tally> {
    const known = this.known.get(key) ?? this.keep(key);
    if (this.isFar(known, amount)) {
      known.unreported += amount;
      this.reporting ??= setTimeout(() => this.reportAll(), REPORT_AFTER_MS).unref();
      return this.tallyOf(known);
    }
    return this.report(key, known, amount);
  }

  async read(key: string): Promise<Tally> {
    const tally = await this.counter.read(key);
    return { ...tally, count: tally.count + (this.known.get(key)?.unreported ?? 0) };
  }

  async clear(key: string): Promise<void> {
    this.known.delete(key);
    await this.counter.clear(key);
  }

  private isFar({ count, unreported, inFlight, seenAtMs, resetAtMs }: Known, amount: number): boolean {
    const nowMs = this.nowMs();
    if (nowMs >= resetAtMs || nowMs - seenAtMs > TALLY_VALID_MS) return false;
    const ahead = unreported + inFlight + amount;
    return count + ahead <= this.points * MIN_HEADROOM && ahead <= this.points * MAX_UNREPORTED;
  }

  private tallyOf({ count, unreported, inFlight, resetAtMs }: Known): Tally {
    return { count: count + unreported + inFlight, resetMs: Math.max(0, resetAtMs - this.nowMs()) };
  }

  /** Reports `amount` events together with the unreported local counts. */
  private async report(key: string, known: Known, amount: number): Promise<Tally> {
    const reported = known.unreported + amount;
    known.unreported = 0;
    known.inFlight += reported;
    const tally = await this.counter.add(key, reported).finally(() => (known.inFlight -= reported));
    known.count = tally.count;
    known.seenAtMs = this.nowMs();
    known.resetAtMs = known.seenAtMs + tally.resetMs;
    return tally;
  }

  private reportAll(): void {
    this.reporting = undefined;
    for (const [key, known] of this.known) {
      // The error is dropped, because the shared counter handles its own errors. The next call asks the shared counter
      // again.
      if (known.unreported !== 0) this.report(key, known, 0).catch(() => this.known.delete(key));
    }
  }

  private keep(key: string): Known {
    const known = { count: 0, resetAtMs: -Infinity, seenAtMs: -Infinity, unreported: 0, inFlight: 0 };
    this.known.set(key, known);
    return known;
  }
}
