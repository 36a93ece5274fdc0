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

/** Opens the cluster in `dataDir`. Creates the cluster if it does not exist. */
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

/**
 * Reads the password of the cluster.
 * @throws EmbeddedPostgresError if its file is missing
 */
export function readClusterPassword(dataDir: string): string {
  const file = passwordFileIn(dataDir);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new EmbeddedPostgresError(
    `${file} is missing. The embedded database cannot be opened without this file.`,
  );
}

const passwordFileIn = (dataDir: string) => join(dataDir, 'password');

/** Returns the working directory of a server program, and its argument for the data directory. */
export function clusterPlace(directory: string, user: ServerUser | null): { argument: string; cwd: string } {
  // The account of the server may not have access to the parent folders. Therefore its process starts as root with the
  // folder of the cluster as its working directory, and refers to this folder by `/proc/self/cwd` instead of its path.
  return { argument: user ? '/proc/self/cwd' : directory, cwd: directory };
}

/**
 * Returns the environment of the server. It inherits no variables of this process, neither secrets nor variables such
 * as PGDATA and PGPORT.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates the cluster under a temporary name and renames it at the end, so that the result of an interrupted start is
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
        // This collation is built into the server, so a change of the machine's locales cannot corrupt the order of an
        // index.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
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
