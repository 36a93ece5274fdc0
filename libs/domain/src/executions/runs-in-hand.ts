import type { StepReport } from '@app/workflow-engine';

/** Runs of nodes that are under way, and the reports of those that are over. */
export class RunsInHand {
  private running = 0;
  private reports: StepReport[] = [];
  private forgotten = 0;
  private wakeUp: (() => void) | undefined;

  /** How many are under way. */
  get size(): number {
    return this.running;
  }

  /** True once something has come of any. */
  get hasReports(): boolean {
    return this.reports.length > 0;
  }

  add(run: StepReport | Promise<StepReport>): void {
    if (!(run instanceof Promise)) {
      this.reports.push(run);
      return;
    }
    this.running++;
    void this.awaitReport(run, this.forgotten);
  }

  /** The reports that have come since they were last taken. */
  take(): StepReport[] {
    if (this.reports.length === 0) return this.reports;
    return this.reports.splice(0);
  }

  /** Resolves at the next report, at `wake`, or after `ms`. */
  async untilNext(ms: number): Promise<void> {
    if (this.reports.length > 0) return;
    await new Promise<void>((resolve) => {
      // What is waited for keeps the process alive, if anything does.
      const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1)).unref();
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }

  /** What comes of those that are under way is of no interest any more. */
  forget(): void {
    this.running = 0;
    this.reports = [];
    this.forgotten++;
  }

  wake(): void {
    this.wakeUp?.();
  }

  private async awaitReport(run: Promise<StepReport>, forgotten: number): Promise<void> {
    // It never rejects: whatever a node does is a report.
    const report = await run;
    if (forgotten !== this.forgotten) return;
    this.running--;
    this.reports.push(report);
    this.wake();
  }
}
