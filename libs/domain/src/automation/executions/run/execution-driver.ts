import {
  advance,
  type Advanced,
  begin,
  canBeWoken,
  type CompiledGraph,
  errorOf,
  type ExecutionOutcome,
  type ExecutionState,
  failExecution,
  type NodeError,
  nextWakeMs,
  outcomeOf,
  type ReadyRun,
  type StepReport,
  underWay,
  wake,
  wakeEarly,
} from '@app/workflow-engine';
import { CpuAccount, type CpuScheduler } from './cpu-scheduler';
import type { ExecutionWriter } from './execution-writer';
import { EARLY_MS } from '../record/execution-timing';
import type { ExecutionWrite } from '../record/execution-store';
import { activeTimeExceeded, givenUp, MAX_RECOVERIES, stuck } from '../record/execution-errors';
import { DriverState } from './driver-state';
import { PendingNodeRuns } from './pending-node-runs';
import type { StepRunner } from './step-runner';

/** How this worker has left an execution. */
export type DriverResult =
  | { kind: 'ended'; status: Exclude<ExecutionOutcome, 'running'> }
  /** `canBeWoken`: true if the execution may have been woken since its state was read. */
  | { kind: 'waits'; version: number; untilMs: number; canBeWoken: boolean }
  /** Another worker has taken over the execution, or a user has ended it. */
  | { kind: 'lost' }
  /** Another worker must continue the execution. */
  | { kind: 'released' };

export interface DriverOptions {
  graph: CompiledGraph;
  writer: ExecutionWriter;
  steps: StepRunner;
  /** Shared by all executions of this process. */
  scheduler: CpuScheduler;
  /** The clock of the execution, in milliseconds since 1970. */
  nowMs(): number;
  /** How far this clock is ahead of the real clock, by which the execution is due again after a wait. */
  clockOffsetMs: number;
  /** Milliseconds that all workers together may spend on the execution. */
  activeLimitMs: number;
  /** How long node runs may continue after the process begins to shut down. */
  graceMs: number;
  /** Aborts the running nodes. */
  stopNodes(reason: string): void;
}

/**
 * Drives one execution in this worker: starts the node runs that the engine reports as ready, passes their reports to
 * the engine, and saves the state before and after each effect, at waits and at the end.
 */
export class ExecutionDriver {
  private engine: ExecutionState;
  private ready: ReadyRun[] = [];
  private readonly pending = new PendingNodeRuns();
  private readonly state = new DriverState();
  private stop: 'lost' | 'released' | null = null;
  private isWoken = false;
  /** True from the start of the last write of this worker. */
  private isLeaving = false;
  /** How often the execution was woken since this worker loaded it. */
  private wakes = 0;
  /** Reports of node runs that were active during a wake. */
  private readonly wokenDuring = new WeakSet<StepReport>();
  private readonly sinceMs = performance.now();
  private readonly cpu: CpuAccount;

  constructor(private readonly options: DriverOptions) {
    const { writer, graph } = options;
    this.cpu = new CpuAccount(options.scheduler);
    if (writer.saved) {
      this.engine = writer.saved.engine;
      this.ready = underWay(this.engine);
      // A wait may have ended while no worker had the execution.
      this.isWoken = canBeWoken(this.engine);
    } else this.apply(begin(graph, options.nowMs()));
  }

  /** The version after this worker's last write, or the loaded version. */
  get version(): number {
    return this.options.writer.version;
  }

  get isClaimed(): boolean {
    return this.state.isClaimed;
  }

  /** True if other code may claim the execution now. A claim after the last write of this worker would never end. */
  get mayBeClaimed(): boolean {
    return !this.isClaimed && !this.isLeaving;
  }

  get isRecovered(): boolean {
    return this.state.isRecovered;
  }

  /** Call this after code outside the driver has claimed the execution in the database. */
  claimed(): void {
    this.state.claimed();
  }

  /** Stops at once without a write, because another worker has taken over the execution or a user has ended it. */
  lose(): void {
    this.stop = 'lost';
    this.options.stopNodes('The execution was ended, or another worker has taken it over.');
    this.pending.wake();
  }

  /** Call this when the execution was woken. Its waiting nodes then check their conditions again. */
  woken(): void {
    this.wakes++;
    this.isWoken = true;
    this.pending.wake();
  }

  /** Stops before the next node run starts, so that another worker can continue. */
  release(): void {
    this.stop ??= 'released';
    this.pending.wake();
  }

  /**
   * Runs the execution until its end or its next wait. Call it once.
   * @param isRecovery true if the previous worker died or stalled
   */
  async run(isRecovery: boolean): Promise<DriverResult> {
    try {
      if (isRecovery && !(await this.recover())) return { kind: 'lost' };
      for (;;) {
        if (this.stop !== null) return await this.stopNow(this.stop);
        if (this.remainingMs <= 0) this.fail(activeTimeExceeded(this.options.activeLimitMs));
        const result = await this.runRound();
        if (result !== null) return result;
      }
    } finally {
      if (this.pending.size > 0) this.options.stopNodes('Another worker continues the execution.');
    }
  }

  private async recover(): Promise<boolean> {
    if (this.options.writer.execution.recoveries < MAX_RECOVERIES) return this.write('recover');
    this.fail(givenUp(MAX_RECOVERIES));
    return true;
  }

  /** Passes reports to the engine and starts the node runs that are ready. */
  private async runRound(): Promise<DriverResult | null> {
    for (const report of this.pending.take()) {
      // The condition is checked again after each yield, because other executions may have used up the slice.
      while (this.cpu.mustYield) await this.cpu.yield();
      this.cpu.charge(() => this.advance(report));
      // The node may have checked its condition before the cause of the wake was stored, so it must check again.
      if (this.wokenDuring.has(report)) this.isWoken = true;
    }
    if (this.isWoken) this.wakeWaits();
    if (this.mustSaveFirst && !(await this.write('claim'))) return { kind: 'lost' };
    this.state.starting();
    await this.startReady();
    if (this.isInterrupted || this.ready.length > 0) return null;
    return this.pending.size > 0 ? this.awaitReport() : this.rest();
  }

  /**
   * Starts the ready node runs, and the runs that become ready as a consequence, until a write is necessary. If a run
   * only computes, the engine gets its report before the next run starts: if both runs change the same variable, the
   * later run sees the change of the earlier one. If runs are not started because of an interruption, the engine
   * returns them again later.
   */
  private async startReady(): Promise<void> {
    do {
      for (let left = this.ready.length; left > 0 && !this.isInterrupted; left--) {
        while (this.cpu.mustYield) await this.cpu.yield();
        const computed = this.cpu.charge(() => this.startNext());
        if (computed === undefined) continue;
        while (this.cpu.mustYield) await this.cpu.yield();
        this.cpu.charge(() => this.advance(computed));
      }
    } while (this.canStartMore);
  }

  private get canStartMore(): boolean {
    if (this.isInterrupted || this.ready.length === 0 || this.remainingMs <= 0) return false;
    return !this.mustSaveFirst;
  }

  private get isInterrupted(): boolean {
    return this.stop !== null || this.pending.hasReports;
  }

  /** Starts a node run. @returns its report if the run only computes; other runs become pending */
  private startNext(): StepReport | undefined {
    const run = this.ready.shift();
    if (run === undefined) return undefined;
    const report = this.options.steps.start(this.engine, run);
    if (!(report instanceof Promise) && !this.options.steps.acts(run.token.nodeId)) return report;
    this.pending.add(report instanceof Promise ? this.watched(report) : report);
    return undefined;
  }

  private async watched(run: Promise<StepReport>): Promise<StepReport> {
    const { wakes } = this;
    const report = await run;
    if (this.wakes > wakes) this.wokenDuring.add(report);
    return report;
  }

  private get mustSaveFirst(): boolean {
    return this.state.mustSaveBefore({
      ready: this.ready.length,
      hasReadyEffect: this.ready.some(({ token }) => this.options.steps.acts(token.nodeId)),
      pending: this.pending.size,
    });
  }

  private advance(report: StepReport): void {
    this.state.advanced(this.options.steps.acts(report.token.nodeId));
    this.apply(advance(this.options.graph, this.engine, report));
  }

  private apply({ state, ready, settled }: Advanced): void {
    this.engine = state;
    if (ready.length > 0) this.ready.push(...ready);
    this.options.writer.add(settled, errorOf(state));
  }

  private async awaitReport(): Promise<null> {
    const wakeMs = nextWakeMs(this.engine) ?? Infinity;
    await this.pending.untilNext(Math.min(this.remainingMs, wakeMs - this.options.nowMs()));
    if (wakeMs <= this.options.nowMs()) this.wakeAt(this.options.nowMs());
    return null;
  }

  /** Called when no node run is pending or ready. */
  private async rest(): Promise<DriverResult | null> {
    if (outcomeOf(this.engine) !== 'running') return this.end();
    const nowMs = this.options.nowMs();
    const wakeMs = nextWakeMs(this.engine);
    if (wakeMs === null) this.fail(stuck());
    else if (wakeMs <= nowMs || this.skipsWaits) this.wakeAt(wakeMs);
    // A job may arrive shortly before the end of a wait. Waiting here costs less than a write and another job.
    else if (this.state.isUntouched && wakeMs - nowMs <= EARLY_MS)
      await this.pending.untilNext(wakeMs - nowMs);
    else return this.wait(wakeMs);
    return null;
  }

  private wakeAt(atMs: number): void {
    this.state.advanced(false);
    this.apply(wake(this.options.graph, this.engine, Math.max(atMs, this.options.nowMs())));
  }

  /** A dry run does not wait, unless a node waits for something that can wake the execution. */
  private get skipsWaits(): boolean {
    return this.options.steps.dryRun && !canBeWoken(this.engine);
  }

  private wakeWaits(): void {
    this.isWoken = false;
    if (!canBeWoken(this.engine)) return;
    this.state.advanced(false);
    this.apply(wakeEarly(this.options.graph, this.engine, this.options.nowMs()));
  }

  private async wait(wakeMs: number): Promise<DriverResult> {
    const untilMs = wakeMs - this.options.clockOffsetMs;
    if (!(await this.write('wait', untilMs))) return { kind: 'lost' };
    return { kind: 'waits', version: this.version, untilMs, canBeWoken: canBeWoken(this.engine) };
  }

  private async end(): Promise<DriverResult> {
    const status = outcomeOf(this.engine) === 'success' ? 'success' : 'failed';
    return (await this.write(status)) ? { kind: 'ended', status } : { kind: 'lost' };
  }

  /** Ends the execution as failed, without waiting for its node runs. */
  private fail(error: NodeError): void {
    this.options.stopNodes(error.message);
    this.pending.forget();
    this.ready = [];
    this.apply(failExecution(this.engine, error, this.options.nowMs()));
  }

  private async stopNow(stop: 'lost' | 'released'): Promise<DriverResult> {
    if (stop === 'lost') return { kind: 'lost' };
    await this.drain();
    this.options.stopNodes('The process ends.');
    if (outcomeOf(this.engine) !== 'running') return this.end();
    if (this.state.mustSaveToRelease) await this.write('release');
    return { kind: 'released' };
  }

  /** Lets pending node runs finish within the grace period. Runs that become ready as a consequence are not started. */
  private async drain(): Promise<void> {
    const untilMs = performance.now() + this.options.graceMs;
    while (this.pending.size > 0 && performance.now() < untilMs) {
      await this.pending.untilNext(untilMs - performance.now());
      for (const report of this.pending.take()) this.advance(report);
    }
  }

  private async write(next: ExecutionWrite['next'], dueAtMs?: number): Promise<boolean> {
    this.isLeaving = next !== 'claim' && next !== 'recover';
    const isWritten = await this.options.writer.write(next, this.engine, {
      dueAtMs,
      activeMs: this.activeMs,
      // The write is repeated patiently. Without it, the next worker would repeat the effect and the pending runs.
      patient: this.state.hasUnsavedEffect || this.pending.size > 0,
    });
    if (isWritten) this.state.saved(next);
    return isWritten;
  }

  private get activeMs(): number {
    return (this.options.writer.saved?.activeMs ?? 0) + Math.round(performance.now() - this.sinceMs);
  }

  private get remainingMs(): number {
    return this.options.activeLimitMs - this.activeMs;
  }
}
