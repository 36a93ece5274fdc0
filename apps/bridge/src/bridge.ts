import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { KEEP_ALIVE_MS, TokenIssuer } from '@app/gateway-server';
import { SystemClock } from '@app/kernel';
import type { Logger } from 'pino';
import type { BridgeEnvironment } from './bridge-environment';
import type { ConnectionSettings } from './configuration/read-configuration';
import { Passwords } from './configuration/passwords';
import { StoredConfiguration } from './configuration/stored-configuration';
import { readDevices, searchDevices } from './connection-trial';
import { type Kept, run, type Run } from './run';

/** The database needs few connections, and each costs memory. */
const DATABASE_CONNECTIONS = 10;

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
  const clock = new SystemClock();
  const account = JSON.stringify([environment.GATEWAY_USERNAME, environment.GATEWAY_PASSWORD]);
  const kept: Kept = {
    tokens: new TokenIssuer(clock, environment.BRIDGE_TOKEN_SECONDS, account),
    writtenMs: new Map(),
    configuration: new StoredConfiguration(
      environment.BRIDGE_CONFIG,
      new Passwords(environment.BRIDGE_DATA_DIR),
      configure,
      async (connection, isSearch) => {
        if (isSearch) return searchDevices(connection, logger);
        const { PLATFORM_TIMEZONE } = environment;
        return (await running).whilePaused(connection, (signal) =>
          readDevices(connection, clock, PLATFORM_TIMEZONE, logger, signal),
        );
      },
    ),
  };
  try {
    kept.configuration.encryptPasswords();
  } catch (error) {
    logger.warn({ err: error }, 'The passwords in the configuration stay plain');
  }
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
