import { runOutsideRequests } from './request-scope';

/**
 * Debounces `work`: runs it at the end of the current tick, or `everyMs` after the previous run if that was more
 * recent. A single request is served immediately, and a stream of requests is served in batches.
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

  /** Has the work done at the end of this turn: the batch is full. */
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
