import {
  advance,
  type Advanced,
  begin,
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
} from '@app/workflow-engine';
import { Computing, type ComputingTurns } from './computing-turns';
import type { ExecutionRecord } from './execution-record';
import { EARLY_MS } from './execution-timing';
import type { ExecutionWrite } from './execution-store';
import { givenUp, MOST_REVIVALS, stuck, timeIsUp } from './run-errors';
import { RunsInHand } from './runs-in-hand';
import type { StepRunner } from './step-runner';

/** What became of an execution that was in hand. */
export type RunEnd =
  | { kind: 'ended'; status: Exclude<ExecutionOutcome, 'running'> }
  | { kind: 'waits'; version: number; untilMs: number }
  /** Another worker has it, or somebody has ended it. */
  | { kind: 'lost' }
  /** Another worker is to go on with it. */
  | { kind: 'given_back' };

export interface RunOptions {
  graph: CompiledGraph;
  record: ExecutionRecord;
  steps: StepRunner;
  /** Of all executions of this process. */
  turns: ComputingTurns;
  nowMs(): number;
  /** Time that it may be at work in all. */
  activeLimitMs: number;
  /** How long runs of nodes may go on once the process ends. */
  graceMs: number;
  /** Tells the nodes that are at work to stop. */
  stopNodes(reason: string): void;
}

/**
 * One execution in the hands of this worker: hands out what the engine says is ready, tells it what came of that, and
 * writes the state before and after each run of a node that acts on the world, at waits and at the end.
 */
export class ExecutionRun {
  /** True once this worker is noted as the one that has it. */
  claimed = false;
  /** True once it is written that it was taken up anew. */
  revived = false;
  private state: ExecutionState;
  private ready: ReadyRun[] = [];
  private readonly hands = new RunsInHand();
  /** An effect has happened that no write tells of yet. */
  private unsavedEffect = false;
  /** The last write tells of what is ready too. */
  private isReadyWritten = false;
  /** Nothing was done yet since it was taken up. */
  private untouched = true;
  private stop: 'lost' | 'given_back' | null = null;
  private readonly sinceMs = performance.now();
  private readonly computing: Computing;

  constructor(private readonly options: RunOptions) {
    const { record, graph } = options;
    this.computing = new Computing(options.turns);
    if (record.saved) {
      this.state = record.saved.engine;
      this.ready = underWay(this.state);
    } else this.apply(begin(graph, options.nowMs()));
  }

  /** The last write that was seen. */
  get version(): number {
    return this.options.record.version;
  }

  /** To be called when another has it, or it was ended: what is done from now on is nobody's. */
  lose(): void {
    this.stop = 'lost';
    this.options.stopNodes('The execution was ended, or another worker has taken it over.');
    this.hands.wake();
  }

  /** To be called when the process is about to end: it stops at the next boundary. */
  giveBack(): void {
    this.stop ??= 'given_back';
    this.hands.wake();
  }

  /**
   * Goes on with it as far as it goes now. To be called once.
   * @param takenOver whether a worker that had it before died, or stood still
   */
  async go(takenOver: boolean): Promise<RunEnd> {
    try {
      if (takenOver && !(await this.takeOver())) return { kind: 'lost' };
      for (;;) {
        if (this.stop !== null) return await this.stopNow(this.stop);
        if (this.remainingMs <= 0) this.fail(timeIsUp(this.options.activeLimitMs));
        const end = await this.goOn();
        if (end !== null) return end;
      }
    } finally {
      if (this.hands.size > 0) this.options.stopNodes('The execution goes on elsewhere.');
    }
  }

  private async takeOver(): Promise<boolean> {
    if (this.options.record.execution.revivals < MOST_REVIVALS) {
      this.isReadyWritten = true;
      return this.write('revive');
    }
    this.fail(givenUp(MOST_REVIVALS));
    return true;
  }

  /** One round: takes in what has come of runs, and starts what is ready. */
  private async goOn(): Promise<RunEnd | null> {
    for (const report of this.hands.take()) {
      // Asked for again after each wait: others may have been quicker to begin.
      while (this.computing.mustGiveWay) await this.computing.giveWay();
      this.computing.do(() => this.takeIn(report));
    }
    if (this.mustWriteBefore(this.ready) && !(await this.write('claim'))) return { kind: 'lost' };
    this.isReadyWritten = false;
    await this.startReady();
    if (this.isInterrupted || this.ready.length > 0) return null;
    return this.hands.size > 0 ? this.awaitReport() : this.rest();
  }

  /**
   * Starts what is ready, and what becomes ready by that, up to what must be written before, be it the end of an effect.
   * What only computes is taken in before the next is started: so that of two that change a variable at once each sees
   * what the other made of it. What is not begun since it is to stop is under way to the engine: it is handed out again.
   */
  private async startReady(): Promise<void> {
    do {
      for (let left = this.ready.length; left > 0 && !this.isInterrupted; left--) {
        while (this.computing.mustGiveWay) await this.computing.giveWay();
        const computed = this.computing.do(() => this.startNext());
        if (computed === undefined) continue;
        while (this.computing.mustGiveWay) await this.computing.giveWay();
        this.computing.do(() => this.takeIn(computed));
      }
    } while (this.mayGoOn);
  }

  private get mayGoOn(): boolean {
    if (this.isInterrupted || this.ready.length === 0 || this.remainingMs <= 0) return false;
    return !this.mustWriteBefore(this.ready);
  }

  private get isInterrupted(): boolean {
    return this.stop !== null || this.hands.hasReports;
  }

  /** The report of a run that only computes; others are in hand from then on. */
  private startNext(): StepReport | undefined {
    const run = this.ready.shift();
    if (run === undefined) return undefined;
    const report = this.options.steps.start(this.state, run);
    if (!(report instanceof Promise) && !this.options.steps.acts(run.token.nodeId)) return report;
    this.hands.add(report);
    return undefined;
  }

  /** Effects are written before they begin, and before anything else is begun, or waited for, once they have happened. */
  private mustWriteBefore(ready: readonly ReadyRun[]): boolean {
    if (this.unsavedEffect && (ready.length > 0 || this.hands.size > 0)) return true;
    return !this.isReadyWritten && ready.some(({ token }) => this.options.steps.acts(token.nodeId));
  }

  private takeIn(report: StepReport): void {
    this.untouched = false;
    if (this.options.steps.acts(report.token.nodeId)) this.unsavedEffect = true;
    this.apply(advance(this.options.graph, this.state, report));
  }

  private apply({ state, ready, settled }: Advanced): void {
    this.state = state;
    if (ready.length > 0) this.ready.push(...ready);
    this.options.record.add(settled, errorOf(state));
  }

  private async awaitReport(): Promise<null> {
    const wakeMs = nextWakeMs(this.state) ?? Infinity;
    await this.hands.untilNext(Math.min(this.remainingMs, wakeMs - this.options.nowMs()));
    if (wakeMs <= this.options.nowMs()) this.wakeAt(this.options.nowMs());
    return null;
  }

  /** Nothing is under way, and nothing is ready. */
  private async rest(): Promise<RunEnd | null> {
    if (outcomeOf(this.state) !== 'running') return this.end();
    const nowMs = this.options.nowMs();
    const wakeMs = nextWakeMs(this.state);
    if (wakeMs === null) this.fail(stuck());
    else if (wakeMs <= nowMs || this.options.steps.dryRun) this.wakeAt(wakeMs);
    else if (this.untouched && wakeMs - nowMs <= EARLY_MS) await this.hands.untilNext(wakeMs - nowMs);
    else return this.wait(wakeMs);
    return null;
  }

  private wakeAt(atMs: number): void {
    this.untouched = false;
    this.apply(wake(this.options.graph, this.state, Math.max(atMs, this.options.nowMs())));
  }

  private async wait(untilMs: number): Promise<RunEnd> {
    if (!(await this.write('wait', untilMs))) return { kind: 'lost' };
    return { kind: 'waits', version: this.version, untilMs };
  }

  private async end(): Promise<RunEnd> {
    const status = outcomeOf(this.state) === 'success' ? 'success' : 'failed';
    return (await this.write(status)) ? { kind: 'ended', status } : { kind: 'lost' };
  }

  /** From outside: nothing is waited for. */
  private fail(error: NodeError): void {
    this.options.stopNodes(error.message);
    this.hands.forget();
    this.ready = [];
    this.apply(failExecution(this.state, error, this.options.nowMs()));
  }

  private async stopNow(stop: 'lost' | 'given_back'): Promise<RunEnd> {
    if (stop === 'lost') return { kind: 'lost' };
    await this.drain();
    this.options.stopNodes('The process ends.');
    if (outcomeOf(this.state) !== 'running') return this.end();
    if (this.claimed || this.unsavedEffect) await this.write('give_back');
    return { kind: 'given_back' };
  }

  /** What is under way may come to its end, for a while; what it would set going is another worker's. */
  private async drain(): Promise<void> {
    const untilMs = performance.now() + this.options.graceMs;
    while (this.hands.size > 0 && performance.now() < untilMs) {
      await this.hands.untilNext(untilMs - performance.now());
      for (const report of this.hands.take()) this.takeIn(report);
    }
  }

  private async write(next: ExecutionWrite['next'], dueAtMs?: number): Promise<boolean> {
    // What is under way would be done again by whoever takes over.
    const patient = this.unsavedEffect || this.hands.size > 0;
    const won = await this.options.record.write(next, this.state, {
      dueAtMs,
      activeMs: this.activeMs,
      patient,
    });
    if (won) this.unsavedEffect = false;
    if (won && (next === 'claim' || next === 'revive')) this.claimed = true;
    if (won && next === 'revive') this.revived = true;
    return won;
  }

  private get activeMs(): number {
    return (this.options.record.saved?.activeMs ?? 0) + Math.round(performance.now() - this.sinceMs);
  }

  private get remainingMs(): number {
    return this.options.activeLimitMs - this.activeMs;
  }
}
