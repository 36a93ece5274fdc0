import type { RequestListener } from 'node:http';
import { statfs } from 'node:fs/promises';
import {
  GATEWAY_ROUTES,
  gatewayProviders,
  createGateway,
  LocalCalendar,
  type TokenIssuer,
} from '@app/gateway-server';
import { type Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { BridgeEnvironment } from './bridge-environment';
import type { BridgeDevice } from './configuration/configuration.dto';
import { ConfigurationController } from './configuration/configuration.controller';
import type { ConnectionSettings } from './configuration/read-configuration';
import { StoredConfiguration } from './configuration/stored-configuration';
import { driverOf } from './protocols';
import { BridgeDevices } from './serving/bridge-devices';
import { BridgePoints } from './serving/bridge-points';
import { DeviceWriter, type WritablePoint } from './serving/device-writer';
import type { Driver } from './serving/driver';
import { BridgeAlarms } from './serving/bridge-alarms';
import { BridgeStore } from './store/bridge-store';
import { History } from './store/history';

@Module({})
class BridgeModule {}

/** The parts that outlive a change of the connections. */
export interface Kept {
  tokens: TokenIssuer;
  /** The times of the last writes by code, see `DeviceWriter`. */
  writtenMs: Map<string, number>;
  configuration: StoredConfiguration;
}

/** The bridge with one configuration. */
export interface Run {
  handle: RequestListener;
  /**
   * Runs `work`, which connects to the devices of a connection. A driver that is connected to the same host and port
   * pauses meanwhile, see `Driver.whilePaused`.
   */
  whilePaused<Result>(
    connection: ConnectionSettings,
    work: (signal?: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Reads and serves the devices of all connections, until it is closed. */
export async function run(
  environment: BridgeEnvironment,
  settings: readonly ConnectionSettings[],
  databaseUrl: string,
  logger: Logger,
  { tokens, writtenMs, configuration }: Kept,
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
  const reporting = settings.flatMap(({ protocol, enabled, devices: own }) =>
    protocol === 'bacnet-ip' && enabled ? own.flatMap(({ points }) => points.map(({ code }) => code)) : [],
  );
  const alarms = await BridgeAlarms.open(store, { codes, reporting }, clock, logger);
  const calendar = new LocalCalendar(environment.PLATFORM_TIMEZONE);
  const points = new BridgePoints(devices, await store.newest(), history, calendar, alarms);
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
  await tokens.keepIn({
    tokens: () => store.tokens(),
    // A token that cannot be stored is valid until the bridge restarts.
    saveTokens: (...saved) =>
      store
        .saveTokens(...saved)
        .catch((error: unknown) => logger.error({ err: error }, 'a token is not stored')),
  });
  const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = environment;
  const app = await createGateway(
    {
      module: BridgeModule,
      controllers: [...GATEWAY_ROUTES, ConfigurationController],
      providers: [
        {
          provide: StoredConfiguration,
          useValue: configuration,
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
    whilePaused: (connection, work) => {
      const same = connections.find(
        ({ settings: other, driver }) => driver && hasSameHost(other, connection),
      );
      return same?.driver?.whilePaused ? same.driver.whilePaused(work) : work();
    },
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

function hasSameHost(one: ConnectionSettings, other: ConnectionSettings): boolean {
  return 'host' in one && 'host' in other && one.host === other.host && one.port === other.port;
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function writablePoints(drivers: readonly Driver[]): Map<string, WritablePoint> {
  const found = drivers.flatMap((driver) =>
    driver.devices.flatMap(({ points }) =>
      points.filter(({ writable }) => writable).map((point) => ({ point, driver })),
    ),
  );
  return new Map(found.map((target) => [target.point.code, target]));
}
