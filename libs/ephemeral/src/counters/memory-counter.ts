import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Counter, type CounterOptions, NOTHING, type Tally } from './counter';
import { tallyOf } from './tally-of';

const MAX_KEYS = 100_000;

/** Counts in the memory of this process. Bounded: beyond the limit, the keys with the oldest windows are forgotten. */
export class MemoryCounter implements Counter {
  private readonly limiter: RateLimiterMemory;
  private readonly windowMs: number;
  /** When each key's window closes, in order of opening. */
  private readonly windows = new Map<string, number>();

  constructor(
    { windowSeconds }: CounterOptions,
    private readonly maxKeys = MAX_KEYS,
  ) {
    // The library rejects events beyond `points`, but this class only counts.
    this.limiter = new RateLimiterMemory({ points: 1, duration: windowSeconds });
    this.windowMs = windowSeconds * 1000;
  }

  async add(key: string, amount?: number): Promise<Tally> {
    await this.open(key);
    return tallyOf(await this.limiter.penalty(key, amount));
  }

  async read(key: string): Promise<Tally> {
    const result = await this.limiter.get(key);
    return result && result.msBeforeNext > 0 ? tallyOf(result) : NOTHING;
  }

  async clear(key: string): Promise<void> {
    this.windows.delete(key);
    await this.limiter.delete(key);
  }

  /** Remembers the key's window if it is new, and forgets closed windows. */
  private async open(key: string): Promise<void> {
    const nowMs = Date.now();
    if ((this.windows.get(key) ?? 0) > nowMs) return;
    for (const [oldest, closesAtMs] of this.windows) {
      if (closesAtMs > nowMs && this.windows.size < this.maxKeys) break;
      await this.clear(oldest);
    }
    this.windows.set(key, nowMs + this.windowMs);
  }
}
