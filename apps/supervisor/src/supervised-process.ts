import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MISCONFIGURED } from '@app/config';
import { type ProcessReady, isProcessReady } from '@app/processes';
import { Backoff } from './backoff';
import type { ProcessPlan } from './launch-plan';
import { StartError } from './start-error';
import type { Terminal } from './terminal';

/** How long a process may take to finish its work after SIGTERM. */
const STOP_MS = 20_000;
/** How many lines of the process's standard error are kept. They explain why the process cannot start. */
const MAX_FAULTS = 50;

/** Keeps one process running: restarts it whenever it ends, until it is stopped. */
export class SupervisedProcess {
  /** Resolves with the first ready message of the process. Rejects if the process can never become ready. */
  readonly ready: Promise<ProcessReady>;
  private becomeReady: (message: ProcessReady) => void;
  private giveUp: (error: Error) => void;
  private readonly backoff = new Backoff();
  private child: ChildProcess | null = null;
  private restart: NodeJS.Timeout | undefined;
  private wasReady = false;
  private stopping = false;

  constructor(
    private readonly plan: ProcessPlan,
    private readonly terminal: Terminal,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.becomeReady = resolve;
      this.giveUp = reject;
    });
    // Avoids an unhandled rejection if no caller awaits `ready`.
    this.ready.catch(() => undefined);
    this.start();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restart);
    this.giveUp(new StartError(`${this.plan.name} was stopped`));
    const { child } = this;
    if (!child) return;
    const ended = once(child, 'close');
    const limit = setTimeout(() => {
      this.terminal.warn(`${this.plan.name} did not end within ${STOP_MS / 1000} s; killing it`);
      child.kill('SIGKILL');
    }, STOP_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(limit);
  }

  /** Kills the process without waiting for its work. */
  kill(): void {
    this.stopping = true;
    this.child?.kill('SIGKILL');
  }

  private start(): void {
    const startedAt = Date.now();
    const child = fork(this.plan.entry, [], {
      env: { ...process.env, ...this.plan.variables },
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // The process gets its own session. Ctrl-C then reaches only the supervisor, which stops the processes in order.
      detached: true,
    });
    this.child = child;
    const faults: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (stream === child.stderr && faults.length < MAX_FAULTS) faults.push(line);
        this.terminal.processLine(this.plan.name, line);
      });
    }
    child.on('message', (message) => {
      if (isProcessReady(message)) this.hasBecomeReady(message);
    });
    child.on('error', (error) => this.terminal.warn(`${this.plan.name}: ${error.message}`));
    child.once('close', (code, signal) => {
      this.child = null;
      if (!this.stopping) this.hasEnded(code, signal, Date.now() - startedAt, faults);
    });
  }

  private hasBecomeReady(message: ProcessReady): void {
    if (this.wasReady) this.terminal.info(`${this.plan.name} is ready again`);
    this.wasReady = true;
    this.becomeReady(message);
  }

  private hasEnded(code: number | null, signal: string | null, ranMs: number, faults: string[]): void {
    if (code === MISCONFIGURED && !this.wasReady) {
      this.giveUp(new StartError(`${this.plan.name} cannot start: ${faults.join('\n')}`));
      return;
    }
    const delayMs = this.backoff.nextDelayMs(ranMs);
    const reason = signal ? `was ended by ${signal}` : `ended with code ${code}`;
    this.terminal.warn(`${this.plan.name} ${reason}; starting it again in ${delayMs / 1000} s`);
    this.restart = setTimeout(() => this.start(), delayMs);
  }
}
