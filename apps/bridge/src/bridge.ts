import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import {
  GATEWAY_ROUTES,
  KEEP_ALIVE_MS,
  gatewayProviders,
  createGateway,
  LocalCalendar,
  TokenIssuer,
} from '@app/gateway-server';
import { type Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { BridgeEnvironment } from './bridge-environment';
import type { BridgeDevice } from './configuration/configuration.dto';
import { ConfigurationController } from './configuration/configuration.controller';
import type { ConnectionSettings } from './configuration/read-configuration';
import { StoredConfiguration } from './configuration/stored-configuration';
import { BacnetConnection } from './bacnet/bacnet-connection';
import { ModbusConnection } from './modbus/modbus-connection';
import { MqttConnection } from './mqtt/mqtt-connection';
import { SparkplugConnection } from './mqtt/sparkplug-connection';
import { BridgeDevices } from './serving/bridge-devices';
import { BridgePoints } from './serving/bridge-points';
import { DeviceWriter, type WritablePoint } from './serving/device-writer';
import type { Driver, ReadingSink } from './serving/driver';
import { LimitAlarms } from './serving/limit-alarms';
import { BridgeStore } from './store/bridge-store';
import { History } from './store/history';

/** The database needs few connections, and each costs memory. */
const DATABASE_CONNECTIONS = 10;

@Module({})
class BridgeModule {}

export interface Bridge {
  /** The address of its HTTP server. */
  address: string;
  close(): Promise<void>;
}

/** Starts the bridge: its database, the polling of all devices, and the routes of a gateway. */
export async function startBridge(
  environment: BridgeEnvironment,
  settings: readonly ConnectionSettings[],
  logger: Logger,
): Promise<Bridge> {
  const postgres = await EmbeddedPostgres.start({
    dataDir: join(environment.BRIDGE_DATA_DIR, 'postgres'),
    maxConnections: DATABASE_CONNECTIONS,
  });
  let isClosing = false;
  const stop = () => {
    isClosing = true;
    return postgres.stop();
  };
  void postgres.exited.then(() => {
    if (isClosing) return;
    logger.fatal('The database of the bridge has ended');
    // The supervisor starts both again.
    process.exit(1);
  });
  const kept: Kept = {
    tokens: new TokenIssuer(new SystemClock(), environment.BRIDGE_TOKEN_SECONDS),
    writtenMs: new Map(),
    configure,
  };
  const runWith = (connections: readonly ConnectionSettings[]): Promise<Run> =>
    run(environment, connections, `${postgres.url}/postgres`, logger, kept);
  let running: Promise<Run>;
  /** Replaces the connections. New requests wait until the others are in use. */
  async function configure(connections: readonly ConnectionSettings[]): Promise<void> {
    if (isClosing) return;
    running = running.then(async (old) => {
      await old.close();
      return runWith(connections);
    });
    await running.catch((error: unknown) => {
      logger.fatal({ err: error }, 'The bridge cannot change its connections');
      process.exit(1);
    });
  }
  const server = createServer((request, response) => {
    // A command whose sender has given up must not be sent later.
    void running.then(({ handle }) => (request.socket.destroyed ? undefined : handle(request, response)));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const close = async () => {
    isClosing = true;
    server.close();
    try {
      await (await running).close();
    } finally {
      server.closeAllConnections();
      await stop();
    }
  };
  try {
    const { BRIDGE_HOST: host, BRIDGE_PORT: port } = environment;
    await once(server.listen(port, host), 'listening');
    running = runWith(settings);
    await running;
    return { address: addressOf(server.address() as AddressInfo), close };
  } catch (error) {
    server.close();
    await stop();
    throw error;
  }
}

/** The address at which this machine reaches a server. */
function addressOf({ address, family, port }: AddressInfo): string {
  const local = address.replace(/^0\.0\.0\.0$/, '127.0.0.1').replace(/^::$/, '::1');
  return `http://${family === 'IPv6' ? `[${local}]` : local}:${port}`;
}

/** The parts that outlive a change of the connections. */
interface Kept {
  tokens: TokenIssuer;
  /** The times of the last writes by code, see `DeviceWriter`. */
  writtenMs: Map<string, number>;
  configure: (connections: readonly ConnectionSettings[]) => Promise<void>;
}

/** The bridge with one configuration. */
interface Run {
  handle: RequestListener;
  close(): Promise<void>;
}

async function run(
  environment: BridgeEnvironment,
  settings: readonly ConnectionSettings[],
  databaseUrl: string,
  logger: Logger,
  { tokens, writtenMs, configure }: Kept,
): Promise<Run> {
  const clock: Clock = new SystemClock();
  const devices = settings.flatMap((connection): readonly BridgeDevice[] => connection.devices);
  const codes = devices.flatMap(({ points }) => points.map(({ code }) => code));
  const store = await BridgeStore.open(databaseUrl, codes, (error) =>
    logger.error({ err: error }, 'a connection to the database is lost'),
  );
  const history = new History(
    store,
    clock,
    environment.BRIDGE_HISTORY_DAYS,
    () => freeBytesAt(environment.BRIDGE_DATA_DIR),
    logger,
  );
  const alarms = await LimitAlarms.open(store, codes, clock, logger);
  const calendar = new LocalCalendar(environment.PLATFORM_TIMEZONE);
  const points = new BridgePoints(devices, await store.newest(), history, calendar, (code, value, atMs) =>
    alarms.evaluate(code, value, atMs),
  );
  const connections = settings.map((each) => ({
    settings: each,
    driver: each.enabled ? driverOf(each, points, clock, environment.PLATFORM_TIMEZONE, logger) : undefined,
  }));
  const drivers = connections.flatMap(({ driver }) => driver ?? []);
  const writer = new DeviceWriter(
    points,
    writablePoints(drivers),
    store,
    await store.forced(),
    writtenMs,
    logger,
  );
  const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = environment;
  const app = await createGateway(
    {
      module: BridgeModule,
      controllers: [...GATEWAY_ROUTES, ConfigurationController],
      providers: [
        {
          provide: StoredConfiguration,
          useValue: new StoredConfiguration(environment.BRIDGE_CONFIG, configure),
        },
        ...gatewayProviders({
          clock,
          account: { username, password },
          tokens,
          points,
          writer,
          devices: new BridgeDevices(connections, points),
          alarms,
          alarmConfigs: alarms.configs,
        }),
      ],
    },
    logger,
  );
  await app.init();
  history.start();
  for (const driver of drivers) driver.start();
  return {
    handle: app.getHttpAdapter().getInstance(),
    close: async () => {
      await app.close();
      await Promise.all(drivers.map((driver) => driver.stop()));
      await alarms.stored();
      try {
        await history.stop();
      } finally {
        await store.close();
      }
    },
  };
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function driverOf(
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

function writablePoints(drivers: readonly Driver[]): Map<string, WritablePoint> {
  const found = drivers.flatMap((driver) =>
    driver.devices.flatMap(({ points }) =>
      points.filter(({ writable }) => writable).map((point) => ({ point, driver })),
    ),
  );
  return new Map(found.map((target) => [target.point.code, target]));
}
