/**
 * Does `work` soon after it is asked to, however often that is: at the end of this turn of the event loop, or, where it
 * was done less than `everyMs` ago, once that has passed. So what comes alone waits for nothing, and what comes in
 * streams is done together.
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
    this.work();
  }
}
