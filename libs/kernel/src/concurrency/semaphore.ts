export interface AcquireOptions {
  /** Maximum wait in milliseconds; unlimited if omitted. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * Lets at most `permits` callers work at the same time.
 *
 * - First come, first served: a released permit goes to the caller that has waited longest.
 * - A caller that gave up never gets a permit, and leaves neither a timer nor a listener behind.
 */
export class Semaphore {
  private free: number;
  /** The callers that wait, in the order of their calls. Calling an entry grants a permit to its caller. */
  private readonly waiting = new Set<() => void>();

  constructor(permits: number) {
    this.free = permits;
  }

  /** Takes a permit if one is free, without waiting. */
  tryAcquire(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  /**
   * Waits for a permit.
   * @returns false if no permit became free in time
   * @throws the reason of `signal` if the signal is aborted first
   */
  async acquire({ timeoutMs, signal }: AcquireOptions = {}): Promise<boolean> {
    signal?.throwIfAborted();
    return this.tryAcquire() || this.wait(timeoutMs, signal);
  }

  /** Releases a permit. Call it exactly once for each permit. */
  release(): void {
    const [next] = this.waiting;
    if (next) next();
    else this.free++;
  }

  /**
   * Runs `work` with a permit, and releases the permit even if `work` fails.
   * @throws the reason of `signal` if it is aborted before a permit is free; `work` does not run then
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire({ signal });
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private wait(timeoutMs: number | undefined, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(enter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const enter = () => {
        leave();
        resolve(true);
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason);
      };
      const expire = () => {
        leave();
        resolve(false);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
      signal?.addEventListener('abort', onAbort);
      this.waiting.add(enter);
    });
  }
}
