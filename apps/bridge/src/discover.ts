import 'reflect-metadata';
import { pause } from '@app/kernel';
import pino, { destination, type Logger } from 'pino';
import { discoverBacnet } from './bacnet/bacnet-discovery';
import type { Discovered } from './configuration/discovered';
import {
  ConfigurationError,
  type ConnectionSettings,
  readConfiguration,
} from './configuration/read-configuration';
import { discover } from './mqtt/discovery';

/** Devices that send seldom are found only if they announce themselves. */
const SECONDS = 15;

/** Prints the devices that can be found with a configuration, as they are written into it. */
async function run(file: string | undefined): Promise<void> {
  if (file === undefined)
    throw new ConfigurationError('bridge.json', ['must be named: npm run bridge:discover -- bridge.json']);
  const logger = pino({ level: 'warn' }, destination(2));
  const connections = await readConfiguration(file);
  process.stderr.write(`Searching through ${connections.length} connections for ${SECONDS} s …\n`);
  const found = await Promise.all(
    connections.map(async (settings) => {
      const { devices, skipped } = await discovered(settings, logger);
      for (const line of skipped) process.stderr.write(`Skipped ${line}\n`);
      return { name: settings.name, devices };
    }),
  );
  process.stdout.write(`${JSON.stringify({ connections: found }, null, 2)}\n`);
}

const waited = () => pause(SECONDS * 1000);

async function discovered(settings: ConnectionSettings, logger: Logger): Promise<Discovered> {
  switch (settings.protocol) {
    case 'bacnet-ip':
      return discoverBacnet(settings, waited, logger);
    case 'mqtt':
    case 'sparkplug':
      return discover(settings, waited, logger);
    default:
      return { devices: [], skipped: [] };
  }
}

run(process.argv[2]).catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
