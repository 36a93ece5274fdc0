import type { StepReport } from '@app/workflow-engine';

/** Node runs that have started, and the reports of node runs that have finished. */
export class PendingNodeRuns {
  private running = 0;
  private reports: StepReport[] = [];
  private generation = 0;
  private wakeUp: (() => void) | undefined;

  get size(): number {
    return this.running;
  }

  get hasReports(): boolean {
    return this.reports.length > 0;
  }

  add(run: StepReport | Promise<StepReport>): void {
    if (!(run instanceof Promise)) {
      this.reports.push(run);
      return;
    }
    this.running++;
    void this.awaitReport(run, this.generation);
  }

  /** Returns the reports that have arrived since the last call. */
  take(): StepReport[] {
    if (this.reports.length === 0) return this.reports;
    return this.reports.splice(0);
  }

  /** Resolves at the next report, at `wake` or after `ms`. */
  async untilNext(ms: number): Promise<void> {
    if (this.reports.length > 0) return;
    await new Promise<void>((resolve) => {
      // `unref` lets the process end although this timer is pending.
      const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1)).unref();
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }

  /** Ignores the reports of all current node runs. */
  forget(): void {
    this.running = 0;
    this.reports = [];
    this.generation++;
  }

  wake(): void {
    this.wakeUp?.();
  }

  private async awaitReport(run: Promise<StepReport>, generation: number): Promise<void> {
    // The promise never rejects: a failed node also returns a report.
    const report = await run;
    if (generation !== this.generation) return;
    this.running--;
    this.reports.push(report);
    this.wake();
  }
}
