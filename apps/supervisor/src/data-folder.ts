import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ProcessIdentity, identify, isAlive } from './process-identity';
import { StartError, errorCode } from './start-error';

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
export function openDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return { path, ...takeLock(join(path, 'supervisor.lock')) };
  } catch (error) {
    if (error instanceof StartError || errorCode(error) === undefined) throw error;
    throw new StartError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

function takeLock(file: string): Pick<DataFolder, 'takenOver' | 'release'> {
  const own = `${file}.${process.pid}`;
  const content = JSON.stringify(identify(process.pid));
  // Complete before it gets the lock's name: nobody ever reads half of it.
  writeFileSync(own, content, { mode: 0o600 });
  try {
    for (let takenOver = false; ; takenOver = true) {
      if (tryLink(own, file)) return { takenOver, release: () => release(file, content) };
      const holder = readHolder(file);
      if (holder && isAlive(holder)) {
        throw new StartError(
          `Plantroom runs on the data in ${resolve(file, '..')} already (process ${holder.pid}): stop that first, or set DATA_DIR to another folder.`,
        );
      }
      discard(file, holder);
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
