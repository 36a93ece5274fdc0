import 'reflect-metadata';
import { EmbeddedPostgresError } from '@app/embedded-postgres';
import { runProcess } from '@app/processes';
import { startBridge } from './bridge';
import { BridgeEnvironment } from './bridge-environment';
import { Passwords } from './configuration/passwords';
import { ConfigurationError, readConfiguration } from './configuration/read-configuration';

runProcess({
  name: 'The bridge',
  environment: BridgeEnvironment,
  isPlain: (error) => error instanceof EmbeddedPostgresError || 'syscall' in error,
  isLasting: (error) => error instanceof ConfigurationError,
  start: async (environment, logger) => {
    const passwords = new Passwords(environment.BRIDGE_DATA_DIR);
    const settings = await readConfiguration(environment.BRIDGE_CONFIG, passwords);
    const bridge = await startBridge(environment, settings, logger);
    return { ready: { address: bridge.address }, close: () => bridge.close() };
  },
});
