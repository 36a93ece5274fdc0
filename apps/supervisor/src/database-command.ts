import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, MISCONFIGURED, SupervisorEnvironment, loadEnvironment } from '@app/config';
import { EmbeddedPostgres, EmbeddedPostgresError } from '@app/embedded-postgres';
import { checkCombinations } from './check-combinations';
import { openDataFolder } from './data-folder';
import { launchPlan } from './launch-plan';
import { keptSecret } from './secrets';
import { StartError } from './start-error';

/** A program that works on the database that `npm start` uses. */
export interface DatabaseCommand {
  /** Path of the built program, below `apps/`. */
  program: string;
  /**
   * Returns the arguments of the program.
   * @throws StartError if the command line is wrong
   */
  args: (environment: SupervisorEnvironment) => string[];
  /** Whether the program may run while the product runs on the embedded database. */
  besideProduct: boolean;
  /** Whether the embedded database is created if it does not exist. */
  createsDatabase: boolean;
  /** Printed if a signal ends the program. */
  interrupted: string;
}

/** Aborted by the first signal. The process then stops everything that it has started, in order. */
const interruption = new AbortController();

/**
 * Runs a program on the configured database, or on the embedded database if none is configured. Starts the embedded
 * database if it is not running.
 */
export function runDatabaseCommand(command: DatabaseCommand): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort());
  }
  run(command).catch((error: unknown) => {
    const explained =
      error instanceof EnvironmentError ||
      error instanceof StartError ||
      error instanceof EmbeddedPostgresError;
    console.error(explained ? error.message : error);
    process.exitCode = error instanceof EnvironmentError ? MISCONFIGURED : 1;
  });
}

async function run(command: DatabaseCommand): Promise<void> {
  const environment = loadEnvironment(SupervisorEnvironment, process.env, checkCombinations);
  const args = command.args(environment);
  const runProgram = (databaseUrl: string) => runOn(databaseUrl, environment, command, args);
  if (environment.DATABASE_URL) return runProgram(environment.DATABASE_URL);
  const dataDir = join(environment.DATA_DIR, 'postgres');
  if (!command.createsDatabase && !existsSync(dataDir)) {
    throw new StartError(
      `There is no database in ${environment.DATA_DIR}: set DATA_DIR or DATABASE_URL as for "npm start".`,
    );
  }
  const running = command.besideProduct ? EmbeddedPostgres.runningUrl(dataDir) : null;
  if (running) return runProgram(`${running}/plantroom`);

  const folder = await openDataFolder(environment.DATA_DIR);
  try {
    const postgres = await EmbeddedPostgres.start({ dataDir });
    try {
      await runProgram(`${postgres.url}/plantroom`);
    } finally {
      await postgres.stop();
    }
  } finally {
    folder.release();
  }
}

/**
 * The program runs in a separate process, because the column types depend on the `DATABASE_URL` with which a process
 * starts.
 */
async function runOn(
  databaseUrl: string,
  environment: SupervisorEnvironment,
  { program, interrupted }: DatabaseCommand,
  args: string[],
): Promise<void> {
  const [api] = launchPlan(environment, {
    dataFolder: environment.DATA_DIR,
    port: environment.PORT,
    databaseUrl,
    jwtSecret: environment.JWT_SECRET ?? keptSecret(environment.DATA_DIR, 'jwt-secret'),
    localGateway: environment.GATEWAY_URL
      ? null
      : { app: 'gateway-sim', port: 1, username: 'unused', password: 'unused', storyAt: null },
  });
  const { signal } = interruption;
  // A signal may have arrived while the database was starting.
  if (signal.aborted) throw new StartError(interrupted);
  const child = fork(join(__dirname, '..', '..', program), args, {
    env: { ...process.env, ...api?.variables },
  });
  signal.addEventListener('abort', () => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === null) throw new StartError(interrupted);
  process.exitCode = code;
}
