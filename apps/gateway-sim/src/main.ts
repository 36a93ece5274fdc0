import 'reflect-metadata';
import { ConfigurationError, loadEnvironment } from '@app/config';
import { announceReady } from '@app/contracts';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { CommandLineError, readCommandLine } from './command-line';
import { GatewaySimEnvironment } from './gateway-sim-environment';
import { GatewaySimModule } from './gateway-sim.module';
import { ReplayError } from './replay/read-replay';
import { setUp } from './served';

/** A list of codes may be thousands long. */
const BODY_LIMIT = '5mb';

async function start(): Promise<void> {
  const environment = loadEnvironment(GatewaySimEnvironment);
  const { GATEWAY_SIM_HOST, GATEWAY_SIM_PORT, GATEWAY_SIM_SEED, PLATFORM_TIMEZONE } = environment;
  const served = await setUp(GATEWAY_SIM_SEED, PLATFORM_TIMEZONE, readCommandLine(process.argv.slice(2)));
  const app = await NestFactory.create<NestExpressApplication>(
    GatewaySimModule.forRoot(environment, served),
    { bodyParser: false, forceCloseConnections: true, abortOnError: false, logger: ['error', 'warn'] },
  );
  app.disable('x-powered-by');
  app.useBodyParser('json', { limit: BODY_LIMIT });
  await app.init(); // before the logger is set: the list of routes is of no interest
  const logger = app.get(Logger);
  app.useLogger(logger);
  endOnSignal(app);
  await app.listen(GATEWAY_SIM_PORT, GATEWAY_SIM_HOST);
  const address = await app.getUrl();
  const points = served.points.definitions().length;
  logger.log({ msg: 'the simulated gateway serves', address, points });
  announceReady({ address });
}

/** Ends at once; also when the process that started this one is gone. */
function endOnSignal(app: NestExpressApplication): void {
  const end = (): void => {
    void app.close().then(() => process.exit());
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, end);
}

function isPlain(error: unknown): error is Error {
  const isNamed = [ConfigurationError, CommandLineError, ReplayError].some((kind) => error instanceof kind);
  return isNamed || (error instanceof Error && 'syscall' in error);
}

start().catch((error: unknown) => {
  process.stderr.write(`${isPlain(error) ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
});
