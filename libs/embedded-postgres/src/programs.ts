import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import type { ServerUser } from './server-user';

export interface Programs {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL programs that npm has installed for this machine. They are copied to a permanent folder in two
 * cases: if the server's user cannot read them, for example because only root may enter the folder of the product, or
 * if library links are missing and cannot be created.
 */
export function findPrograms(user: ServerUser | null): Programs {
  const installed = installedPackage();
  const usable = restoreLibraryLinks(installed) && (!user || canRun(join(installed, 'native'), user));
  const native = join(usable ? installed : keptCopy(installed), 'native');
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    return dirname(dirname(wrapper.resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed or does not exist for this system. Run npm ci, or set DATABASE_URL.`,
    );
  }
}

/**
 * Creates the symbolic links of libraries. npm packages cannot contain such links. The install script of the package
 * creates them, but it is often disabled.
 * @returns false if links are missing and cannot be created
 */
function restoreLibraryLinks(packageDirectory: string): boolean {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = join(packageDirectory, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
    }
    return true;
  } catch (error) {
    // Another process that started at the same moment may have created the link.
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

function canRun(native: string, user: ServerUser): boolean {
  const files = [join(native, 'bin', 'postgres'), join(native, 'lib'), join(native, 'share')];
  return files.every((file) => isReachable(file, user));
}

/**
 * Returns whether a user can run the file at `path`, or enter the folder at `path`. The user must also be able to enter
 * all folders above it. Only the permission bits are checked. If an access control list grants more, the only effect is
 * an unnecessary copy of the programs.
 */
function isReachable(path: string, user: ServerUser): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  if (((mode >> shift) & 0o1) === 0) return false;
  return dirname(path) === path || isReachable(dirname(path), user);
}

function keptCopy(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  const uid = process.getuid?.() ?? 0;
  const kept = join(cacheRoot(uid), `plantroom-postgres-${version}-${basename(installed)}-${uid}`);
  if (!existsSync(kept)) copyTo(kept, installed);
  const { uid: owner, mode } = lstatSync(kept);
  // Anyone can create files in a shared temporary folder, so programs must not be run from a folder that others can
  // write to.
  if (owner !== uid || !lstatSync(kept).isDirectory() || (mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(`${kept} was created by another user: remove it and start again.`);
  }
  return kept;
}

/**
 * Returns the folder for copies. Root does not use the temporary folder, because a clean-up of temporary files must not
 * remove files of a running server.
 */
function cacheRoot(uid: number): string {
  const system = '/var/cache';
  return uid === 0 && existsSync(system) ? system : tmpdir();
}

/**
 * Copies the programs under a temporary name and then renames the folder, so that an interrupted copy is never used.
 */
function copyTo(kept: string, installed: string): void {
  const partial = mkdtempSync(`${kept}.`);
  try {
    cpSync(join(installed, 'native'), join(partial, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a') && basename(file) !== 'pkgconfig',
    });
    restoreLibraryLinks(partial);
    openToAll(partial);
    renameSync(partial, kept);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}

/** Makes the copied files readable for all users, because npm may have unpacked them with a restrictive umask. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
}
