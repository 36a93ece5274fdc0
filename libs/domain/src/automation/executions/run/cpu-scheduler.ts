/** How long the executions of this process may compute before the event loop runs again. */
const SLICE_MS = 10;
/** An execution that has computed for less than this counts as short. */
const SHORT_MS = 50;

interface Waiting {
  computedMs: number;
  resume(): void;
}

/**
 * Shares the single thread of this process among executions whose nodes only compute. They share one time slice. When
 * the slice is over, the current step still finishes, and then the event loop runs. Each iteration of the event loop
 * resumes either all short executions, the shortest first, or one long execution. Short and long executions alternate,
 * so that neither can starve the other.
 */
export class CpuScheduler {
  /** Start of the current slice; null between slices. */
  private sinceMs: number | null = null;
  private short: Waiting[] = [];
  private readonly long: Waiting[] = [];
  private lastWasShort = false;

  constructor(
    readonly nowMs: () => number = () => performance.now(),
    private readonly atNextTurn: (work: () => void) => void = (work) => void setImmediate(work),
  ) {}

  /** True if the event loop must run before any further computation. */
  get isSliceOver(): boolean {
    if (this.sinceMs !== null) return this.nowMs() - this.sinceMs >= SLICE_MS;
    this.begin();
    return false;
  }

  /** Queues an execution that has computed for `computedMs` so far. Call this only while `isSliceOver` is true. */
  next(computedMs: number): Promise<void> {
    const queue = computedMs < SHORT_MS ? this.short : this.long;
    return new Promise((resume) => queue.push({ computedMs, resume }));
  }

  private begin(): void {
    this.sinceMs = this.nowMs();
    this.atNextTurn(() => this.turn());
  }

  private turn(): void {
    this.sinceMs = null;
    const chosen = this.choose();
    if (chosen.length > 0) this.begin();
    for (const one of chosen) one.resume();
  }

  private choose(): Waiting[] {
    this.lastWasShort = this.short.length > 0 && (!this.lastWasShort || this.long.length === 0);
    if (!this.lastWasShort) return this.long.splice(0, 1);
    const chosen = this.short.sort((one, other) => one.computedMs - other.computedMs);
    this.short = [];
    return chosen;
  }
}

/** The CPU time of one execution. */
export class CpuAccount {
  private spentMs = 0;

  constructor(private readonly scheduler: CpuScheduler) {}

  /** Runs a step and charges its time to this execution. */
  charge<T>(work: () => T): T {
    const sinceMs = this.scheduler.nowMs();
    const result = work();
    this.spentMs += this.scheduler.nowMs() - sinceMs;
    return result;
  }

  /** True if this execution must yield before its next step. Checking it is cheap. */
  get mustYield(): boolean {
    return this.scheduler.isSliceOver;
  }

  /** Resolves when this execution may continue. */
  async yield(): Promise<void> {
    while (this.scheduler.isSliceOver) await this.scheduler.next(this.spentMs);
  }
}
