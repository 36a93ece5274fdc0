import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error';

const POLL_MS = 20;
/** Time limit for a fast shutdown, which first writes a checkpoint. This may take long on a slow disk. */
const FAST_SHUTDOWN_MS = 60_000;
const IMMEDIATE_SHUTDOWN_MS = 5000;

const fileIn = (clusterDirectory: string) => join(clusterDirectory, 'postmaster.pid');

/** Reads `postmaster.pid`, which a running server writes. Returns null if the file is missing or unreadable. */
export function readPostmasterFile(
  clusterDirectory: string,
): { pid: number; port: number; ready: boolean } | null {
  try {
    const lines = readFileSync(fileIn(clusterDirectory), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 1
      ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
      : null;
  } catch {
    return null;
  }
}

/**
 * Returns true if the process `pid` is the running server of this cluster, and not another process with the same id.
 */
export function isServerOf(clusterDirectory: string, pid: number): boolean {
  const directory = realpathSync(clusterDirectory);
  try {
    if (process.platform === 'linux') {
      // The working directory of a server is the folder of its cluster.
      const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === directory;
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      directory,
    );
  } catch {
    return false;
  }
}

/** Stops a server that a killed process has left behind, and removes a stale `postmaster.pid`. */
export async function endOrphan(clusterDirectory: string): Promise<void> {
  const left = readPostmasterFile(clusterDirectory);
  if (left && isServerOf(clusterDirectory, left.pid)) {
    await shutDown(left.pid, () => !isServerOf(clusterDirectory, left.pid));
  }
  // Remove the file that a killed server has left behind. If another process of the same user now has the process id in
  // the file, PostgreSQL would refuse to start.
  rmSync(fileIn(clusterDirectory), { force: true });
}

/**
 * Shuts down a server. A fast shutdown closes connections and writes everything to disk. If the server does not
 * respond, it gets stronger signals.
 */
export async function shutDown(pid: number, isGone: () => boolean): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ];
  for (const [signal, waitMs] of steps) {
    if (!isGone()) sendSignal(pid, signal);
    if (await becomesTrue(isGone, waitMs)) return;
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL (process ${pid}) did not stop. Stop the process and start again.`,
  );
}

/**
 * Waits until `condition` returns true.
 * @returns false if this has not happened within `withinMs`
 */
export async function becomesTrue(condition: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
