import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Counter, type CounterOptions, NOTHING, type Tally } from './counter';
import { tallyOf } from './tally-of';

const MAX_KEYS = 100_000;

/**
 * Counts in the memory of this process. The number of keys is limited. If there are more, the keys with the oldest
 * windows are forgotten.
 */
export class MemoryCounter implements Counter {
  private readonly limiter: RateLimiterMemory;
  private readonly windowMs: number;
  /** When the window of each key closes. The keys are in the order in which their windows opened. */
  private readonly windows = new Map<string, number>();

  constructor(
    { windowSeconds }: CounterOptions,
    private readonly maxKeys = MAX_KEYS,
  ) {
    // The library rejects events beyond `points`. This class ignores the rejections, because it only counts.
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

  /** Stores the window of the key if it is new, and forgets closed windows. */
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
