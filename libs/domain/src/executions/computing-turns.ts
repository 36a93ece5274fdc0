/** How long executions of this process compute before its timers and sockets have their turn. */
const SLICE_MS = 10;
/** What has computed for less in all goes before what has computed for longer. */
const SHORT_MS = 50;

interface Waiting {
  computedMs: number;
  goOn(): void;
}

/**
 * Shares the one thread of this process among executions whose steps wait for nothing. Together they compute for a slice
 * and the step that goes beyond it; then the event loop turns, and others go on. Of those that have computed for long one
 * goes on at a time, each in its turn; the short ones go on together, the shortest first, every other time at least.
 */
export class ComputingTurns {
  /** When this slice began; null where none is under way. While it is not, the loop is asked to end it. */
  private sinceMs: number | null = null;
  private short: Waiting[] = [];
  private readonly long: Waiting[] = [];
  private wasOfShort = false;

  constructor(
    readonly nowMs: () => number = () => performance.now(),
    private readonly atNextTurn: (work: () => void) => void = (work) => void setImmediate(work),
  ) {}

  /** True where the loop is to turn before anything more is computed. */
  get isOver(): boolean {
    if (this.sinceMs !== null) return this.nowMs() - this.sinceMs >= SLICE_MS;
    this.begin();
    return false;
  }

  /** To be called where `isOver`: resolves at the turn of an execution that has computed for so long. */
  next(computedMs: number): Promise<void> {
    const line = computedMs < SHORT_MS ? this.short : this.long;
    return new Promise((goOn) => line.push({ computedMs, goOn }));
  }

  private begin(): void {
    this.sinceMs = this.nowMs();
    this.atNextTurn(() => this.turn());
  }

  private turn(): void {
    this.sinceMs = null;
    const chosen = this.choose();
    if (chosen.length > 0) this.begin();
    for (const one of chosen) one.goOn();
  }

  private choose(): Waiting[] {
    this.wasOfShort = this.short.length > 0 && (!this.wasOfShort || this.long.length === 0);
    if (!this.wasOfShort) return this.long.splice(0, 1);
    const chosen = this.short.sort((one, other) => one.computedMs - other.computedMs);
    this.short = [];
    return chosen;
  }
}

/** One execution's part in them. */
export class Computing {
  private spentMs = 0;

  constructor(private readonly turns: ComputingTurns) {}

  /** Does a step's work, on the account of this execution. */
  do<T>(work: () => T): T {
    const sinceMs = this.turns.nowMs();
    const made = work();
    this.spentMs += this.turns.nowMs() - sinceMs;
    return made;
  }

  /** To be asked before each step: true where others are to have their turn first. */
  get mustGiveWay(): boolean {
    return this.turns.isOver;
  }

  /** Resolves when it is this execution's turn. */
  async giveWay(): Promise<void> {
    while (this.turns.isOver) await this.turns.next(this.spentMs);
  }
}
