import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessIdentity, identify, isAlive } from './process-identity';
import { StartError, errorCode } from './start-error';

/** How long to wait for the lock. The process that holds it may be about to end. */
const ENDING_MS = 2000;
const POLL_MS = 50;

/** A data folder that this process has locked. */
export interface DataFolder {
  /** Absolute path. */
  path: string;
  /** True if the folder was empty. */
  isNew: boolean;
  /** True if the previous lock holder was killed. Its child processes may still be shutting down. */
  takenOver: boolean;
  release(): void;
}

/**
 * Locks the folder. If the folder is missing, it is created first, without access for other users.
 * @throws StartError if the folder cannot be written, or if another supervisor holds the lock
 */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const path = resolve(dataDir);
  try {
    makeFolder(path);
    const isNew = readdirSync(path).length === 0;
    return { path, isNew, ...(await takeLock(join(path, 'supervisor.lock'))) };
  } catch (error) {
    if (error instanceof StartError || errorCode(error) === undefined) throw error;
    throw new StartError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

/**
 * When the product was first started with this folder; null if the folder is older than this file. The history of the
 * demonstration building depends on this time, so it must not change.
 */
export function firstStart({ path, isNew }: DataFolder): string | null {
  const file = join(path, 'first-start');
  if (isNew) writeFileSync(file, new Date().toISOString(), { mode: 0o600 });
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Creates a folder and its parents. `mkdirSync` with the option `recursive` never returns if a parent allows no new
 * folders, as in /proc.
 */
function makeFolder(path: string, withParents = true): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (errorCode(error) !== 'ENOENT' || !withParents) throw error;
    makeFolder(dirname(path));
    makeFolder(path, false);
  }
}

async function takeLock(file: string): Promise<Pick<DataFolder, 'takenOver' | 'release'>> {
  const deadline = Date.now() + ENDING_MS;
  const own = `${file}.${process.pid}`;
  const content = JSON.stringify(identify(process.pid));
  // The file is complete before it is linked to the lock's name, so no process can read an incomplete lock.
  writeFileSync(own, content, { mode: 0o600 });
  try {
    let takenOver = false;
    for (;;) {
      if (tryLink(own, file)) return { takenOver, release: () => release(file, content) };
      const holder = readHolder(file);
      if (!holder || !isAlive(holder)) {
        discard(file, holder);
        takenOver = true;
      } else if (Date.now() > deadline) {
        throw new StartError(
          `Plantroom already uses the data in ${dirname(file)} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
        );
      } else {
        await delay(POLL_MS);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function tryLink(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

function readHolder(file: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity | null;
  } catch {
    return null;
  }
}

/**
 * Removes the lock of a dead process. If another process has taken the lock in the meantime, restores the lock of that
 * process.
 */
function discard(file: string, dead: ProcessIdentity | null): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const removed = readHolder(aside);
  if (removed && removed.pid !== dead?.pid && isAlive(removed)) tryLink(aside, file);
  rmSync(aside);
}

function release(file: string, content: string): void {
  if (JSON.stringify(readHolder(file)) === content) rmSync(file, { force: true });
}
