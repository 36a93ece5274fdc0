import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isProcessReady, type ProcessReady } from '@app/processes';

const APPS = join(__dirname, '..', '..', 'dist', 'apps');
/** This limit is long, because other tests may occupy the cores. */
const READY_MS = 150_000;
const LEVEL_WARN = 40;
const SHOWN_LINES = 20;

export type AppName = 'api' | 'worker' | 'gateway-sim' | 'bridge';

/**
 * Runs one app of the product from dist/ in a separate process, as the supervisor starts it. It can be ended and
 * started again.
 */
export class AppProcess {
  private child: ChildProcess | undefined;
  private told: ProcessReady | undefined;
  private written = '';

  /** @param variables the whole environment of the process, except for PATH */
  constructor(
    readonly app: AppName,
    private readonly variables: object,
    private readonly args: string[] = [],
    private readonly entry = join(APPS, app, 'src', 'main.js'),
  ) {}

  /** The message with which the process reported to its supervisor that it serves requests. */
  get ready(): ProcessReady {
    if (!this.told) throw new Error(`The ${this.app} was not started. Call start() first.`);
    return this.told;
  }

  /** The address on which the process listens; after its end, the last address. */
  get address(): string {
    return this.ready.address ?? '';
  }

  /** The output since the last start. */
  get log(): string {
    return this.written;
  }

  /** The exit code; null while the process runs and if it was killed. */
  get exitCode(): number | null {
    return this.child?.exitCode ?? null;
  }

  get runs(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Starts the process. Resolves once it serves requests.
   * @throws Error if the process ends before that
   */
  async start(): Promise<this> {
    const child = fork(this.entry, this.args, {
      env: { PATH: process.env.PATH, ...textOf(this.variables) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    this.written = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.written += String(chunk)));
    }
    this.told = await this.untilReady(child);
    return this;
  }

  /** Limits the size of the files that the process may write, as a full disk or a quota does. Pipes have no limit. */
  limitFileSize(bytes: number | 'unlimited'): void {
    execFileSync('prlimit', ['--pid', String(this.child?.pid), `--fsize=${bytes}:`]);
  }

  /** Sends a message to the process if it runs. Resolves once the process has sent it back or has ended. */
  async tell(message: string): Promise<void> {
    const { child } = this;
    if (!child || !this.runs) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        child.off('exit', end).off('message', listen);
        resolve();
      };
      const listen = (answer: unknown) => {
        if (answer === message) end();
      };
      child.on('exit', end).on('message', listen).send(message);
    });
  }

  /** Shuts the process down. Does nothing if it has already ended. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Kills the process with SIGKILL, which simulates a power failure. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Returns the latest warnings and errors, which may explain why a test failed. */
  troubles(): string[] {
    const all = this.written.split('\n').flatMap(troubleOf);
    return [...new Set(all)].slice(-SHOWN_LINES).map((trouble) => `${this.app}: ${trouble}`);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || !this.runs) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  private untilReady(child: ChildProcess): Promise<ProcessReady> {
    return new Promise((resolve, reject) => {
      const fail = (what: string) => reject(new Error(`The ${this.app} ${what}:\n${this.written}`));
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        fail(`was not ready within ${READY_MS} ms`);
      }, READY_MS);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        fail(`ended with ${code ?? signal} before it was ready`);
      });
      child.on('message', (message) => {
        if (!isProcessReady(message)) return;
        clearTimeout(timer);
        resolve(message);
      });
    });
  }
}

function textOf(variables: object): Record<string, string> {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/**
 * Returns the message of a log line if it is a warning or an error. Also returns lines that are not JSON, because
 * Node.js prints them when it crashes.
 */
function troubleOf(line: string): string[] {
  if (line.trim() === '') return [];
  try {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } };
    return level < LEVEL_WARN ? [] : [[msg, err?.message].filter(Boolean).join(': ')];
  } catch {
    return [line];
  }
}
