import { runOutsideRequests } from './request-scope';

/**
 * Debounces `work`: runs it at the end of the current tick, or `everyMs` after the previous run if that was more
 * recent. A single request is served immediately, and a stream of requests is served in batches.
 */
export class Pacer {
  private due: NodeJS.Timeout | NodeJS.Immediate | undefined;
  private doneAtMs = -Infinity;

  constructor(
    private readonly work: () => void,
    private readonly everyMs: number,
  ) {}

  ask(): void {
    if (this.due !== undefined) return;
    const inMs = this.doneAtMs + this.everyMs - performance.now();
    this.due = inMs > 0 ? setTimeout(() => this.do(), inMs) : setImmediate(() => this.do());
  }

  private do(): void {
    this.due = undefined;
    this.doneAtMs = performance.now();
    runOutsideRequests(this.work);
  }
}
