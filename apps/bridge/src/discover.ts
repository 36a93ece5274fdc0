import 'reflect-metadata';
import { pause } from '@app/kernel';
import pino, { destination } from 'pino';
import { BridgeEnvironment } from './bridge-environment';
import { Passwords } from './configuration/passwords';
import { ConfigurationError, readConfiguration } from './configuration/read-configuration';
import { discovered } from './protocols';

/** Devices that send seldom are found only if they announce themselves. */
const SECONDS = 15;

/** Prints the devices that can be found with a configuration, as they are written into it. */
async function run(file: string | undefined): Promise<void> {
  if (file === undefined)
    throw new ConfigurationError('bridge.json', ['must be named: npm run bridge:discover -- bridge.json']);
  const dataDir = process.env.BRIDGE_DATA_DIR ?? new BridgeEnvironment().BRIDGE_DATA_DIR;
  const logger = pino({ level: 'warn' }, destination(2));
  const connections = await readConfiguration(file, new Passwords(dataDir));
  process.stderr.write(`Searching through ${connections.length} connections for ${SECONDS} s …\n`);
  const found = await Promise.all(
    connections.map(async (settings) => {
      const { devices, skipped } = await discovered(settings, () => pause(SECONDS * 1000), logger);
      for (const line of skipped) process.stderr.write(`Skipped ${line}\n`);
      return { name: settings.name, devices };
    }),
  );
  process.stdout.write(`${JSON.stringify({ connections: found }, null, 2)}\n`);
}

run(process.argv[2]).catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
