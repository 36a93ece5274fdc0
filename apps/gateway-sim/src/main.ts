import 'reflect-metadata';
import { NestLog } from '@app/logging';
import { runProcess } from '@app/processes';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CommandLineError, readCommandLine } from './command-line';
import { GatewaySimEnvironment } from './gateway-sim-environment';
import { GatewaySimModule } from './gateway-sim.module';
import { ReplayError } from './replay/read-replay';
import { setUp } from './served';

/** A request may list thousands of codes. */
const BODY_LIMIT = '8mb';
/**
 * By default, Node.js closes idle connections after 5 s. On a busy machine, a client then often sends a request on a
 * connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000;

runProcess({
  name: 'The simulated gateway',
  environment: GatewaySimEnvironment,
  isPlain: (error) => error instanceof CommandLineError || error instanceof ReplayError || 'syscall' in error,
  start: async (environment, logger) => {
    const { GATEWAY_SIM_HOST, GATEWAY_SIM_PORT } = environment;
    const served = await setUp(environment, readCommandLine(process.argv.slice(2)));
    const app = await NestFactory.create<NestExpressApplication>(
      GatewaySimModule.forRoot(environment, served),
      { logger: new NestLog(logger), bodyParser: false, forceCloseConnections: true, abortOnError: false },
    );
    app.disable('x-powered-by');
    app.useBodyParser('json', { limit: BODY_LIMIT });
    app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
    await app.listen(GATEWAY_SIM_PORT, GATEWAY_SIM_HOST);
    return { ready: { address: await app.getUrl() }, close: () => app.close() };
  },
});
