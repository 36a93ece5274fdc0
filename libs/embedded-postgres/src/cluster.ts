import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import type { Programs } from './programs';
import type { ServerUser } from './server-user';

/** A database cluster on disk: `<dataDir>/cluster`, with its password and log beside it. */
export interface Cluster {
  directory: string;
  logFile: string;
  password: string;
  user: ServerUser | null;
}

export function clusterDirectoryIn(dataDir: string): string {
  return join(dataDir, 'cluster');
}

/** Open the cluster in `dataDir`, and create it on the first call. */
export function openCluster(
  dataDir: string,
  programs: Programs,
  user: ServerUser | null,
  durable: boolean,
): Cluster {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const directory = clusterDirectoryIn(dataDir);
  const passwordFile = passwordFileIn(dataDir);
  if (!existsSync(directory)) createCluster(directory, passwordFile, programs, user, durable);
  return { directory, logFile: join(dataDir, 'server.log'), password: readClusterPassword(dataDir), user };
}

/** @throws EmbeddedPostgresError if the file is missing */
export function readClusterPassword(dataDir: string): string {
  const file = passwordFileIn(dataDir);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new EmbeddedPostgresError(
    `${file} is missing. The embedded database cannot be opened without this file.`,
  );
}

const passwordFileIn = (dataDir: string) => join(dataDir, 'password');

/** Returns the data directory argument and the working directory of a server program. */
export function clusterPlace(directory: string, user: ServerUser | null): { argument: string; cwd: string } {
  // The server's account may not be allowed to enter the parent folders. Therefore its process starts as root in the
  // cluster's folder and refers to this folder as its working directory, which needs no path.
  return { argument: user ? '/proc/self/cwd' : directory, cwd: directory };
}

/** The server inherits no variables of this process, neither secrets nor PGDATA, PGPORT and similar ones. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * The cluster is created under a temporary name and renamed at the end, so the result of an interrupted start is
 * discarded.
 */
function createCluster(
  directory: string,
  passwordFile: string,
  programs: Programs,
  user: ServerUser | null,
  durable: boolean,
): void {
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);

  const password = openSync(passwordFile, 'r');
  try {
    const place = clusterPlace(unfinished, user);
    const { status, stderr, error } = spawnSync(
      programs.initdb,
      [
        `--pgdata=${place.argument}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${user ? '/proc/self/fd/3' : passwordFile}`,
        '--encoding=UTF8',
        // The collation is built into the server, so changes of the machine's locales cannot corrupt the order of an
        // index.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      {
        cwd: place.cwd,
        ...(user && { uid: user.uid, gid: user.gid }),
        env: serverEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe', password],
      },
    );
    if (status !== 0) {
      const reason = error?.message ?? String(stderr).trim().replaceAll('\n', ' ');
      throw new EmbeddedPostgresError(`The embedded PostgreSQL could not be set up: ${reason}`);
    }
    renameSync(unfinished, directory);
  } finally {
    closeSync(password);
  }
}
