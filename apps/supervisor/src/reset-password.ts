import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, SupervisorEnvironment, loadEnvironment } from '@app/config';
import { EmbeddedPostgres, EmbeddedPostgresError } from '@app/embedded-postgres';
import { checkCombinations } from './check-combinations';
import { openDataFolder } from './data-folder';
import { launchPlan } from './launch-plan';
import { keptSecret } from './secrets';
import { StartError } from './start-error';

/** Run the reset on the database of `npm start`. The product may be running or stopped. */
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

/** A process of its own, because column types depend on the `DATABASE_URL` that a process starts with. */
async function runReset(environment: SupervisorEnvironment, databaseUrl: string): Promise<void> {
  const [api] = launchPlan(environment, {
    dataFolder: environment.DATA_DIR,
    port: environment.PORT,
    databaseUrl,
    jwtSecret: environment.JWT_SECRET ?? keptSecret(environment.DATA_DIR, 'jwt-secret'),
    simulatedGateway: environment.GATEWAY_URL ? null : { port: 1, username: 'unused', password: 'unused' },
  });
  const entry = join(__dirname, '..', '..', 'api', 'src', 'reset-administrator-password.js');
  const child = fork(entry, [], { env: { ...process.env, ...api?.variables } });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

main().catch((error: unknown) => {
  const explained =
    error instanceof ConfigurationError ||
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError;
  console.error(explained ? error.message : error);
  process.exitCode = 1;
});
