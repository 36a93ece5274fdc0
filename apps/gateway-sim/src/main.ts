import 'reflect-metadata';
import { ConfigurationError, loadEnvironment } from '@app/config';
import { announceReady, endWithParent } from '@app/contracts';
import { createLogger, NestLog } from '@app/logging';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CommandLineError, readCommandLine } from './command-line';
import { GatewaySimEnvironment } from './gateway-sim-environment';
import { GatewaySimModule } from './gateway-sim.module';
import { ReplayError } from './replay/read-replay';
import { setUp } from './served';

/** A list of codes may be thousands long. */
const BODY_LIMIT = '8mb';

/** EX_CONFIG: started again with the same environment it would fail again. */
const MISCONFIGURED = 78;

async function start(): Promise<void> {
  const environment = loadEnvironment(GatewaySimEnvironment);
  const { GATEWAY_SIM_HOST, GATEWAY_SIM_PORT, GATEWAY_SIM_SEED, PLATFORM_TIMEZONE } = environment;
  const served = await setUp(GATEWAY_SIM_SEED, PLATFORM_TIMEZONE, readCommandLine(process.argv.slice(2)));
  const logger = createLogger(environment.LOG_LEVEL);
  const app = await NestFactory.create<NestExpressApplication>(
    GatewaySimModule.forRoot(environment, served),
    { logger: new NestLog(logger), bodyParser: false, forceCloseConnections: true, abortOnError: false },
  );
  app.disable('x-powered-by');
  app.useBodyParser('json', { limit: BODY_LIMIT });
  endOnSignal(app);
  await app.listen(GATEWAY_SIM_PORT, GATEWAY_SIM_HOST);
  const address = await app.getUrl();
  const points = served.points.definitions().length;
  logger.info({ address, points }, 'the simulated gateway serves');
  announceReady({ address });
}

function endOnSignal(app: NestExpressApplication): void {
  const end = (): void => {
    void app.close().then(() => process.exit());
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
}

/** What the person who starts it can mend: one line says it all. */
function isPlain(error: unknown): error is Error {
  const isNamed = [ConfigurationError, CommandLineError, ReplayError].some((kind) => error instanceof kind);
  return isNamed || (error instanceof Error && 'syscall' in error);
}

endWithParent();
start().catch((error: unknown) => {
  process.stderr.write(`${isPlain(error) ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exit(error instanceof ConfigurationError ? MISCONFIGURED : 1);
});
