import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

export interface Outcome {
  /** The exit code; null if a signal ended the process. */
  code: number | null;
  /** The text on standard output and standard error. */
  output: string;
}

/** A running program that ends by itself. */
export interface Command {
  child: ChildProcess;
  outcome: Promise<Outcome>;
}

/**
 * Starts a Node program of the checkout, with all its arguments.
 * @param variables the whole environment of the process, except for PATH; undefined values are ignored
 */
export function startCommand(args: string[], variables: object): Command {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== null);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...Object.fromEntries(set.map(([name, value]) => [name, String(value)])) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  }
  return { child, outcome: once(child, 'close').then(() => ({ code: child.exitCode, output })) };
}
