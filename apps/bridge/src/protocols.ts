import type { Clock } from '@app/kernel';
import type { Logger } from 'pino';
import { BacnetConnection } from './bacnet/bacnet-connection';
import { discoverBacnet } from './bacnet/bacnet-discovery';
import type { Discovered } from './configuration/discovered';
import type { ConnectionSettings } from './configuration/read-configuration';
import { ModbusConnection } from './modbus/modbus-connection';
import { discover } from './mqtt/discovery';
import { MqttConnection } from './mqtt/mqtt-connection';
import { SparkplugConnection } from './mqtt/sparkplug-connection';
import type { Driver, ReadingSink } from './serving/driver';

export function driverOf(
  settings: ConnectionSettings,
  sink: ReadingSink,
  clock: Clock,
  timeZone: string,
  logger: Logger,
): Driver {
  switch (settings.protocol) {
    case 'mqtt':
      return new MqttConnection(settings, sink, clock, logger);
    case 'sparkplug':
      return new SparkplugConnection(settings, sink, clock, logger);
    case 'bacnet-ip':
      return new BacnetConnection(settings, sink, clock, timeZone, logger);
    default:
      return new ModbusConnection(settings, sink, clock, logger);
  }
}

/**
 * Searches devices that the connection does not have, until `wait` resolves. Devices that speak Modbus cannot be
 * searched.
 * @param signal ends what takes longer
 */
export async function discovered(
  settings: ConnectionSettings,
  wait: () => Promise<void>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<Discovered> {
  switch (settings.protocol) {
    case 'bacnet-ip':
      return discoverBacnet(settings, wait, logger, signal);
    case 'mqtt':
    case 'sparkplug': {
      const known = new Set(settings.devices.map(identityOf));
      const { devices, skipped } = await discover(settings, wait, logger);
      return { devices: devices.filter((device) => !known.has(identityOf(device))), skipped };
    }
    default:
      return { devices: [], skipped: [] };
  }
}

/** The path of a Sparkplug device; otherwise the name, as the device announces it. */
function identityOf({ name, path = name }: { name: string; path?: string }): string {
  return path;
}
