import type { ServedDevice, ServedDevices } from '@app/gateway-server';
import type { BridgeDevice, ConnectionConfiguration } from '../configuration/configuration.dto';
import type { BridgePoints } from './bridge-points';
import type { Driver } from './driver';
import { reasonOf } from './reasons';

/** The devices of a connection. It has no driver if it is switched off. */
export interface BridgeConnection {
  settings: Pick<ConnectionConfiguration, 'name' | 'protocol'> & { devices: readonly BridgeDevice[] };
  driver: Driver | undefined;
}

/** Lists the devices of all connections, and why some of them cannot be read. */
export class BridgeDevices implements ServedDevices {
  constructor(
    private readonly connections: readonly BridgeConnection[],
    private readonly points: BridgePoints,
  ) {}

  list(): ServedDevice[] {
    return this.connections.flatMap((connection) =>
      connection.settings.devices.map((device) => this.served(device, connection)),
    );
  }

  private served(device: BridgeDevice, { settings, driver }: BridgeConnection): ServedDevice {
    const codes = device.points.map(({ code }) => code);
    const samples = codes
      .flatMap((code) => this.points.known(code) ?? [])
      .filter(({ value }) => value !== null);
    const goodPoints = samples.filter(({ quality }) => quality === 'good').length;
    const failure = driver?.failureOf(device) ?? null;
    return {
      name: device.name,
      connection: settings.name,
      protocol: settings.protocol,
      state: stateOf(driver, failure, goodPoints),
      reason: failure === null ? null : reasonOf(failure),
      codes,
      goodPoints,
      lastValueAtMs: samples.length === 0 ? null : Math.max(...samples.map(({ atMs }) => atMs)),
    };
  }
}

function stateOf(
  driver: Driver | undefined,
  failure: string | null,
  goodPoints: number,
): ServedDevice['state'] {
  if (!driver) return 'off';
  if (failure !== null) return 'failing';
  return goodPoints > 0 ? 'ok' : 'unknown';
}
