import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isProcessReady, type ProcessReady } from '@app/contracts';

const APPS = join(__dirname, '..', '..', 'dist', 'apps');
/** Two cores that do other things too may take their time. */
const READY_MS = 60_000;
const LEVEL_WARN = 40;
const SHOWN_LINES = 20;

export type AppName = 'api' | 'worker' | 'gateway-sim';

/** One process of the product, from dist/, as the supervisor runs it; it can be ended and started again. */
export class AppProcess {
  private child: ChildProcess | undefined;
  private told: ProcessReady | undefined;
  private written = '';

  /** @param variables all of its environment beside the path */
  constructor(
    readonly app: AppName,
    private readonly variables: object,
    private readonly args: string[] = [],
    private readonly entry = join(APPS, app, 'src', 'main.js'),
  ) {}

  /** What it told the supervisor once it served. */
  get ready(): ProcessReady {
    if (!this.told) throw new Error(`The ${this.app} was not started.`);
    return this.told;
  }

  /** Where it listens, or listened last. */
  get address(): string {
    return this.ready.address ?? '';
  }

  /** What it wrote since it was last started. */
  get log(): string {
    return this.written;
  }

  /** Null while it runs, and after it was killed. */
  get exitCode(): number | null {
    return this.child?.exitCode ?? null;
  }

  get runs(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves once it serves. @throws Error where it ends before */
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

  /** Ends it in good order; does nothing where it has ended. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Ends it as a power cut would. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** The newest of what it complained of, for whoever looks for the reason of a failure. */
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
        fail(`did not serve within ${READY_MS} ms`);
      }, READY_MS);
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        fail(`ended with ${code ?? signal} before it served`);
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

/** What a log line complains of, if anything. Lines that are no JSON come from Node itself, which writes when it breaks. */
function troubleOf(line: string): string[] {
  if (line.trim() === '') return [];
  try {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } };
    return level < LEVEL_WARN ? [] : [[msg, err?.message].filter(Boolean).join(': ')];
  } catch {
    return [line];
  }
}
