import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(__dirname, '..', '..');
const READY_MS = 150_000;
/** By default, the demonstration building fetches a month of history, which takes longer than most tests. */
const SHORT_HISTORY = { GATEWAY_SIM_HISTORY_DAYS: '1' };

/** Runs the whole product from dist/ in a separate process, as `npm start` does. */
export interface Product {
  pid: number;
  /** The terminal output so far. */
  output(): string;
  /** Resolves to the product's address once the product reports that it runs. */
  ready(): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves to the exit code, or null if a signal ended the process. */
  ended: Promise<number | null>;
}

/**
 * @param environment the whole environment of the process, except for PATH
 * @param command by default, the supervisor, without npm and without a check of the build
 */
export function startProduct(
  environment: NodeJS.ProcessEnv,
  command: [string, ...string[]] = [process.execPath, join('dist', 'apps', 'supervisor', 'src', 'main.js')],
): Product {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...SHORT_HISTORY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process gets its own process group, so that a signal can reach the whole group, as Ctrl-C in a terminal does.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  const pid = child.pid ?? 0;
  return {
    pid,
    output: () => output,
    ready: () => untilReady(child, () => output),
    signal: (signal) => process.kill(-pid, signal),
    ended,
  };
}

async function untilReady(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const address = /is running[^]*Address +(\S+)[^]*Ctrl-C/.exec(output())?.[1];
    if (address) return address;
    const over = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline;
    if (over) throw new Error(`The product does not run:\n${output()}`);
    await delay(20);
  }
}

/** Returns all descendants of the process `pid`, with their command lines. */
export function descendantsOf(pid: number): { pid: number; command: string }[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, own, parent, command]) => ({
      pid: Number(own),
      parent: Number(parent),
      command: command ?? '',
    }));
  const children = (of: number): { pid: number; command: string }[] =>
    table.flatMap(({ pid: own, parent, command }) =>
      parent === of ? [{ pid: own, command }, ...children(own)] : [],
    );
  return children(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
