import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Cluster,
  clusterDirectoryIn,
  clusterPlace,
  openCluster,
  readClusterPassword,
  serverEnvironment,
} from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { becomesTrue, endOrphan, isServerOf, readPostmasterFile, shutDown } from './postmaster';
import { findPrograms } from './programs';
import { serverUserFor } from './server-user';

/**
 * Maximum address space of each server process. An idle process has 224 MB, mostly shared memory and program text. If a
 * statement needs more than the maximum, it fails with "out of memory", and its session continues.
 */
const PROCESS_KB = 512 * 1024;

/**
 * Returns a command that runs `command` with a memory limit for its process and child processes. Without this limit,
 * one expression can make PostgreSQL allocate gigabytes. Only Linux enforces the limit; on other systems, `command` is
 * returned unchanged.
 */
function withMemoryLimit(command: string[], platform = process.platform): string[] {
  if (platform !== 'linux') return command;
  // If a lower limit already exists, it stays. `exec` keeps the process id and the working directory, by which the
  // server is found.
  return ['/bin/sh', '-c', `ulimit -v ${PROCESS_KB} 2>/dev/null; exec "$0" "$@"`, ...command];
}

export interface EmbeddedPostgresOptions {
  /**
   * Folder of this server, which is created if it does not exist. The caller must ensure that only one server uses the
   * folder.
   */
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /**
   * If false, the server is faster, but may lose data in a crash, does not clean up its tables and hashes its password
   * only once. Used for tests.
   */
  durable?: boolean;
  /** The number of clients that may be connected at the same time. Default: 100. */
  maxConnections?: number;
}

const ATTEMPTS = 20;
const RETRY_MS = 250;
/**
 * Time limit for the start. After a crash, the server first replays its log, which may take long for a large database.
 */
const START_MS = 300_000;
const LOG_LIMIT_BYTES = 5_000_000;

/** A private PostgreSQL server. Clients connect with a password through TCP on the loopback address. */
export class EmbeddedPostgres {
  /** Resolves when the server has ended, either by `stop()` or by itself. */
  readonly exited: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    readonly port: number,
    /** URL of the server without a database: `postgres://postgres:…@127.0.0.1:5432`. */
    readonly url: string,
  ) {
    this.exited = hasExited(child) ? Promise.resolve() : once(child, 'exit').then(() => undefined);
    // The server may outlive this process, so it must not keep the event loop of this process alive.
    child.unref();
  }

  /**
   * Starts the server of `dataDir`. If a killed process has left a server running, stops it first.
   * @throws EmbeddedPostgresError
   */
  static async start({
    dataDir,
    port,
    durable = true,
    maxConnections = 100,
  }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const folder = resolve(dataDir);
    const user = serverUserFor(clusterDirectoryIn(folder));
    const programs = findPrograms(user);
    const cluster = openCluster(folder, programs, user, durable);
    await endOrphan(cluster.directory);
    if (fileSize(cluster.logFile) > LOG_LIMIT_BYTES) renameSync(cluster.logFile, `${cluster.logFile}.1`);

    for (let attempt = 1; ; attempt++) {
      const chosen = port ?? (await freePort());
      const logStart = fileSize(cluster.logFile);
      const child = launch(programs.postgres, cluster, { port: chosen, durable, maxConnections });
      const failure = await untilReady(child, cluster, logStart);
      if (failure === null && child.pid !== undefined) {
        return new EmbeddedPostgres(child, child.pid, chosen, serverUrl(cluster.password, chosen));
      }
      // Start again if another process has taken the port in the meantime, or if processes of a killed server are still
      // ending.
      const passing = /Address already in use|pre-existing shared memory block/.test(failure ?? '');
      if (!passing || attempt === ATTEMPTS) {
        throw new EmbeddedPostgresError(`The embedded PostgreSQL does not start: ${failure}`);
      }
      await delay(RETRY_MS);
    }
  }

  /**
   * Returns the URL of the server that runs on `dataDir` and may belong to another process; null if no server is
   * ready.
   */
  static runningUrl(dataDir: string): string | null {
    const folder = resolve(dataDir);
    const directory = clusterDirectoryIn(folder);
    const server = readPostmasterFile(directory);
    if (!server?.ready || !isServerOf(directory, server.pid)) return null;
    return serverUrl(readClusterPassword(folder), server.port);
  }

  /** Performs a fast shutdown: closes connections and writes everything to disk. It may be called more than once. */
  async stop(): Promise<void> {
    await shutDown(this.pid, () => hasExited(this.child));
  }

  /** Stops the server without a checkpoint, so the next start replays the log. */
  kill(): void {
    if (!hasExited(this.child)) this.child.kill('SIGQUIT');
  }
}

const serverUrl = (password: string, port: number) => `postgres://postgres:${password}@127.0.0.1:${port}`;

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function launch(
  program: string,
  cluster: Cluster,
  { port, durable, maxConnections }: Required<Omit<EmbeddedPostgresOptions, 'dataDir'>>,
): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `max_connections=${maxConnections}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // JIT compilation is turned off, because the compiler needs much memory and the product's statements are short.
    'jit=off',
    'cluster_name=plantroom',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
  ];
  const { argument, cwd } = clusterPlace(cluster.directory, cluster.user);
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    const [command = program, ...args] = withMemoryLimit([
      program,
      '-D',
      argument,
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    return spawn(command, args, {
      cwd,
      ...(cluster.user && { uid: cluster.user.uid, gid: cluster.user.gid }),
      env: serverEnvironment(),
      stdio: ['ignore', log, log],
      // The server gets its own session, so that Ctrl-C does not stop it before its clients.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Waits for the start of the server.
 * @returns null when the server accepts connections, or the reason if it has ended
 */
async function untilReady(child: ChildProcess, cluster: Cluster, logStart: number): Promise<string | null> {
  let spawnError: Error | undefined;
  child.once('error', (error) => (spawnError = error));
  const isReady = () => {
    const file = readPostmasterFile(cluster.directory);
    return file !== null && file.pid === child.pid && file.ready;
  };
  const settled = await becomesTrue(
    () => spawnError !== undefined || hasExited(child) || isReady(),
    START_MS,
  );
  if (spawnError) return spawnError.message;
  if (settled && !hasExited(child)) return null;
  if (!settled) child.kill('SIGQUIT');
  const said = readFileSync(cluster.logFile).subarray(logStart).toString();
  const reason = said.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line));
  return `${reason.join(' ').trim() || `it ended with ${child.exitCode ?? child.signalCode}`} (${cluster.logFile})`;
}

function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
