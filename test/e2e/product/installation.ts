import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '@app/config';
import { freePort, openDatabase, type TestDatabase, testEnvironment, waitFor } from '../../harness';
import { AppProcess } from '../../servers/app-process';
import { GatewayObserver } from './gateway-observer';
import { ProductClient } from './product-client';
import { StreamListener } from './stream-listener';

export const ADMIN_PASSWORD = 'a seeded password';

const CLOCK_AHEAD = pathToFileURL(join(__dirname, '..', '..', 'servers', 'clock-ahead.mjs'));

const GATEWAY_LOGIN = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'service-password' };

export interface InstallationOptions {
  workers?: number;
  /** Command-line arguments of the simulated gateway. */
  gatewayArgs?: string[];
  /** The environment of the api and the workers. */
  environment?: Partial<Environment>;
}

/**
 * The whole product as an operator installs it on the given servers. It consists of real processes that the test can
 * stop separately.
 */
export class Installation {
  readonly client = new ProductClient(() => this.api.address);
  private readonly listeners: StreamListener[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly gateway: AppProcess,
    /** Gives the test direct access to the gateway. */
    readonly observer: GatewayObserver,
    readonly api: AppProcess,
    readonly workers: AppProcess[],
    private readonly environment: Environment,
  ) {}

  /** Resolves once all processes are ready and the administrator is signed in. */
  static async start(options: InstallationOptions = {}): Promise<Installation> {
    const { workers = 1, gatewayArgs, environment: overrides } = options;
    const database = await openDatabase();
    const [port, gatewayPort] = [await freePort(), await freePort()];
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      QUEUE_URL: database.queueUrl,
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
      ...GATEWAY_LOGIN,
      GATEWAY_POLL_SECONDS: 1,
      PORT: port,
      ADMIN_PASSWORD,
      LOG_LEVEL: 'info',
      ...overrides,
    });
    const gatewayVariables = {
      ...GATEWAY_LOGIN,
      GATEWAY_SIM_PORT: gatewayPort,
      GATEWAY_SIM_CONTROL: true,
      PLATFORM_TIMEZONE: environment.PLATFORM_TIMEZONE,
    };
    const gateway = new AppProcess('gateway-sim', gatewayVariables, gatewayArgs);
    const observer = new GatewayObserver(() => gateway.address, GATEWAY_LOGIN);
    const installation = new Installation(
      database,
      gateway,
      observer,
      new AppProcess('api', environment),
      Array.from({ length: workers }, () => new AppProcess('worker', environment)),
      environment,
    );
    try {
      await installation.startProcesses();
      await installation.client.signIn('admin', ADMIN_PASSWORD);
    } catch (error) {
      await installation.stop();
      throw error;
    }
    return installation;
  }

  /** The folder of its files and its outbox. */
  get dataDir(): string {
    return this.environment.DATA_DIR;
  }

  get processes(): AppProcess[] {
    return [...this.workers, this.api, this.gateway];
  }

  /** Replaces the workers by one whose clock is ahead of that of the other processes. */
  async skipTime(byMs: number): Promise<void> {
    for (const worker of this.workers) await worker.stop();
    const ahead = { NODE_OPTIONS: `--import ${CLOCK_AHEAD.href}`, CLOCK_AHEAD_MS: byMs };
    const worker = new AppProcess('worker', Object.assign({}, this.environment, ahead));
    this.workers.splice(0, this.workers.length, worker);
    await worker.start();
  }

  /** Opens an event stream of the signed-in user. The stream is closed when the installation stops. */
  async listen(types: readonly string[] = []): Promise<StreamListener> {
    const listener = await StreamListener.open(await this.client.streamUrl(types));
    this.listeners.push(listener);
    return listener;
  }

  /** Calls `probe` until it returns a value. On a timeout, the error contains the warnings of the processes. */
  async waitFor<T>(
    probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
    options: { timeoutMs?: number; what: string },
  ): Promise<T> {
    try {
      return await waitFor(probe, options);
    } catch (error) {
      const troubles = this.processes.flatMap((process) => process.troubles());
      throw new Error([error instanceof Error ? error.message : String(error), ...troubles].join('\n'), {
        cause: error,
      });
    }
  }

  /** Stops all processes and deletes their data. */
  async stop(): Promise<void> {
    for (const listener of this.listeners) listener.close();
    for (const process of this.processes) await process.stop();
    await this.database.drop();
  }

  private async startProcesses(): Promise<void> {
    await this.gateway.start();
    await this.api.start();
    await Promise.all(this.workers.map((worker) => worker.start()));
  }
}
