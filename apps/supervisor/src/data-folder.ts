import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessIdentity, identify, isAlive } from './process-identity';
import { StartError, errorCode } from './start-error';

/** How long a holder is waited for that may just be ending. */
const ENDING_MS = 2000;
const POLL_MS = 50;

/** The folder that everything lies in, held by this process alone. */
export interface DataFolder {
  /** Absolute. */
  path: string;
  /** True when the process that held it before was killed: what it had started may still be ending. */
  takenOver: boolean;
  release(): void;
}

/**
 * Makes the folder where it is missing, closed to other users, and takes its lock.
 * @throws StartError where it cannot be written, or another start holds it
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

/** Not `recursive`: that never returns where a parent exists but takes no folders, as in /proc. */
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
  // Complete before it gets the lock's name: nobody ever reads half of it.
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

/** Removes a dead holder's lock; when another start was faster, and this is its new one, puts it back. */
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
