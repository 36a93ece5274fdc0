import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessIdentity, identify, isAlive } from './process-identity';
import { StartError, errorCode } from './start-error';

/** How long to wait for a holder that may be ending. */
const ENDING_MS = 2000;
const POLL_MS = 50;

/** The data folder, locked by this process. */
export interface DataFolder {
  /** Absolute path. */
  path: string;
  /** True if the previous holder was killed: the processes that it started may still be ending. */
  takenOver: boolean;
  release(): void;
}

/**
 * Create the folder if necessary, without access for other users, and take its lock.
 * @throws StartError if the folder cannot be written or another start holds the lock
 */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const path = resolve(dataDir);
  try {
    makeFolder(path);
    return { path, ...(await takeLock(join(path, 'supervisor.lock'))) };
  } catch (error) {
    if (error instanceof StartError || errorCode(error) === undefined) throw error;
    throw new StartError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

/** Not `recursive`, which never returns if a parent exists and accepts no folders, as in /proc. */
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
  // Written completely before it gets the lock's name, so that nobody reads a part of it.
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
          `Plantroom runs on the data in ${dirname(file)} already (process ${holder.pid}): stop that first, or set DATA_DIR to another folder.`,
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

/** Remove a dead holder's lock. If another start has replaced it in between, restore that lock. */
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
