import 'reflect-metadata';
import { listenAsGateway } from '@app/gateway-server';
import { runProcess } from '@app/processes';
import { CommandLineError, readCommandLine } from './command-line';
import { GatewaySimEnvironment } from './gateway-sim-environment';
import { GatewaySimModule } from './gateway-sim.module';
import { ReplayError } from './replay/read-replay';
import { setUp } from './served';

runProcess({
  name: 'The simulated gateway',
  environment: GatewaySimEnvironment,
  isPlain: (error) => error instanceof CommandLineError || error instanceof ReplayError || 'syscall' in error,
  start: async (environment, logger) => {
    const { GATEWAY_SIM_HOST: host, GATEWAY_SIM_PORT: port } = environment;
    const served = await setUp(environment, readCommandLine(process.argv.slice(2)));
    const app = await listenAsGateway(GatewaySimModule.forRoot(environment, served), { host, port, logger });
    return { ready: { address: await app.getUrl() }, close: () => app.close() };
  },
});
