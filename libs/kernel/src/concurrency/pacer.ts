import { runOutsideRequests } from '../request-scope';

/**
 * Throttles `work`. After a call of `ask`, `work` runs at the end of the current tick, but not earlier than `everyMs`
 * after its previous run. So a single request is served immediately, and many requests in a row share one run.
 */
export class Pacer {
  private timer: NodeJS.Timeout | undefined;
  private immediate: NodeJS.Immediate | undefined;
  private doneAtMs = -Infinity;

  constructor(
    private readonly work: () => void,
    private readonly everyMs: number,
  ) {}

  ask(): void {
    if (this.timer !== undefined || this.immediate !== undefined) return;
    const inMs = this.doneAtMs + this.everyMs - performance.now();
    if (inMs > 0) this.timer = setTimeout(() => this.do(), inMs);
    else this.askNow();
  }

  /** Runs the work at the end of the current tick, without waiting for `everyMs`. Called when the batch is full. */
  askNow(): void {
    this.immediate ??= setImmediate(() => this.do());
  }

  private do(): void {
    clearTimeout(this.timer);
    clearImmediate(this.immediate);
    this.timer = undefined;
    this.immediate = undefined;
    this.doneAtMs = performance.now();
    runOutsideRequests(this.work);
  }
}
