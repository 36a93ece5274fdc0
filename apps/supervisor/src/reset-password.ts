import 'reflect-metadata';
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

/** Aborted by the first signal. The process then stops everything that it has started, in order. */
const interruption = new AbortController();

/** Resets the password in the database that `npm start` uses. The product may be running or stopped. */
async function main(): Promise<void> {
  const environment = loadEnvironment(SupervisorEnvironment, process.env, checkCombinations);
  if (environment.DATABASE_URL) return runReset(environment, environment.DATABASE_URL);
  const dataDir = join(environment.DATA_DIR, 'postgres');
  if (!existsSync(dataDir)) {
    throw new StartError(
      `There is no database in ${environment.DATA_DIR}: set DATA_DIR or DATABASE_URL as for "npm start".`,
    );
  }
  const running = EmbeddedPostgres.runningUrl(dataDir);
  if (running) return runReset(environment, `${running}/plantroom`);

  const folder = await openDataFolder(environment.DATA_DIR);
  try {
    const postgres = await EmbeddedPostgres.start({ dataDir });
    try {
      await runReset(environment, `${postgres.url}/plantroom`);
    } finally {
      await postgres.stop();
    }
  } finally {
    folder.release();
  }
}

/**
 * The reset runs in a separate process, because column types depend on the `DATABASE_URL` with which a process starts.
 */
async function runReset(environment: SupervisorEnvironment, databaseUrl: string): Promise<void> {
  const [api] = launchPlan(environment, {
    dataFolder: environment.DATA_DIR,
    port: environment.PORT,
    databaseUrl,
    jwtSecret: environment.JWT_SECRET ?? keptSecret(environment.DATA_DIR, 'jwt-secret'),
    simulatedGateway: environment.GATEWAY_URL ? null : { port: 1, username: 'unused', password: 'unused' },
  });
  const entry = join(__dirname, '..', '..', 'api', 'src', 'reset-administrator-password.js');
  const { signal } = interruption;
  // A signal may have arrived while the database was starting.
  if (signal.aborted) throw new StartError('Interrupted: the password was not reset.');
  const child = fork(entry, [], { env: { ...process.env, ...api?.variables } });
  signal.addEventListener('abort', () => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === null) throw new StartError('Interrupted: the password may not be reset. Run this again.');
  process.exitCode = code;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort());
}

main().catch((error: unknown) => {
  const explained =
    error instanceof EnvironmentError ||
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError;
  console.error(explained ? error.message : error);
  process.exitCode = error instanceof EnvironmentError ? MISCONFIGURED : 1;
});
