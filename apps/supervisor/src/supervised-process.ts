import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type ProcessReady, isProcessReady } from '@app/contracts';
import { Backoff } from './backoff';
import type { ProcessPlan } from './launch-plan';
import { StartError } from './start-error';
import type { Terminal } from './terminal';

/** EX_CONFIG: the process cannot run with its environment, and will not by being started again. */
const MISCONFIGURED = 78;
/** How long a process may take to finish what it is doing. */
const STOP_MS = 20_000;

/** Keeps one process running: starts it again whenever it ends, until it is stopped. */
export class SupervisedProcess {
  /** What it said when it was ready for the first time. Rejected when it never can be. */
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
    // Whoever waits sees the rejection; nobody does during a stop.
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
      this.terminal.warn(`${this.plan.name} has not ended in ${STOP_MS / 1000} s; killing it`);
      child.kill('SIGKILL');
    }, STOP_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(limit);
  }

  /** At once, whatever it is doing. */
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
      // A session of its own: Ctrl-C in the terminal is for the supervisor, who ends them in order.
      detached: true,
    });
    this.child = child;
    let lastLine = '';
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lastLine = line;
        this.terminal.processLine(this.plan.name, line);
      });
    }
    child.on('message', (message) => {
      if (isProcessReady(message)) this.hasBecomeReady(message);
    });
    child.on('error', (error) => this.terminal.warn(`${this.plan.name}: ${error.message}`));
    child.once('close', (code, signal) => {
      this.child = null;
      if (!this.stopping) this.hasEnded(code, signal, Date.now() - startedAt, lastLine);
    });
  }

  private hasBecomeReady(message: ProcessReady): void {
    if (this.wasReady) this.terminal.info(`${this.plan.name} is ready again`);
    this.wasReady = true;
    this.becomeReady(message);
  }

  private hasEnded(code: number | null, signal: string | null, ranMs: number, lastLine: string): void {
    if (code === MISCONFIGURED && !this.wasReady) {
      this.giveUp(new StartError(`${this.plan.name} cannot start: ${lastLine}`));
      return;
    }
    const delayMs = this.backoff.nextDelayMs(ranMs);
    const reason = signal ? `was ended by ${signal}` : `ended with code ${code}`;
    this.terminal.warn(`${this.plan.name} ${reason}; starting it again in ${delayMs / 1000} s`);
    this.restart = setTimeout(() => this.start(), delayMs);
  }
}
