import 'reflect-metadata';
import { ConfigurationError, Environment, loadEnvironment } from '@app/config';
import { announceReady, endWithParent } from '@app/contracts';
import { prepareDatabase } from '@app/entities';
import { createLogger } from '@app/logging';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { ApiModule } from './api.module';
import { firstStart } from './first-start';
import { createApi } from './http/create-api';

/** EX_CONFIG of sysexits.h: starting again will not help. */
const MISCONFIGURED = 78;
/** How long the end may take, whatever hangs. */
const END_MS = 15_000;

async function start(environment: Environment, logger: Logger): Promise<void> {
  await prepareDatabase(environment.DATABASE_URL);
  const app = await createApi(ApiModule.forRoot(environment), environment, logger);
  endOnSignal(app, logger);
  await app.listen(environment.PORT, environment.HOST);
  const seededAdministrator = await firstStart(app, logger);
  const address = await app.getUrl();
  logger.info({ address }, 'The API serves');
  announceReady({ address, seededAdministrator });
}

/** Finishes what is under way, then ends. */
function endOnSignal(app: NestExpressApplication, logger: Logger): void {
  const end = (): void => {
    setTimeout(() => process.exit(1), END_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The API did not end in good order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
}

/** The beginning of all, and the end where there is nothing to begin with. */
function main(): void {
  endWithParent();
  const environment = loadEnvironment(Environment);
  const logger = createLogger(environment.LOG_LEVEL);
  process.on('uncaughtExceptionMonitor', (error) => logger.fatal({ err: error }, 'The API fails'));
  start(environment, logger).catch((error: unknown) => {
    logger.fatal({ err: error }, 'The API cannot start');
    process.exit(1);
  });
}

try {
  main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(MISCONFIGURED);
}
