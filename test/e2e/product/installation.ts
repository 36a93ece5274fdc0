import type { Environment } from '@app/config';
import type { EventName } from '../../../clients/typescript/src';
import {
  freePort,
  openDatabase,
  type TestDatabase,
  testEnvironment,
  type WaitOptions,
  waitFor,
} from '../../harness';
import { AppProcess } from '../../servers/app-process';
import { MovableClock } from '../../servers/movable-clock';
import { GatewayObserver } from './gateway-observer';
import { ProductClient } from './product-client';
import { StreamListener } from './stream-listener';

export const ADMIN_PASSWORD = 'a seeded password';

const GATEWAY_LOGIN = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'service-password' };

export interface InstallationOptions {
  workers?: number;
  /** Days of history that the gateway keeps. */
  historyDays?: number;
  /** Command-line arguments of the simulated gateway. */
  gatewayArgs?: string[];
  /** The environment of the api and the workers. */
  environment?: Partial<Environment>;
  /** The entry file of the workers. By default, the worker of the product. */
  workerEntry?: string;
  /** The clock of all processes. By default, the clock of the machine. */
  clock?: MovableClock;
}

/**
 * The whole product, as an operator installs it with an existing database and queue. Each of its processes can be
 * stopped separately.
 */
export class Installation {
  readonly client = new ProductClient(() => this.api.address);
  private readonly listeners: StreamListener[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly gateway: AppProcess,
    /** Accesses the gateway directly, without the product. */
    readonly observer: GatewayObserver,
    readonly api: AppProcess,
    readonly workers: AppProcess[],
    private readonly environment: Environment,
    private readonly clock: MovableClock | undefined,
  ) {}

  /** Resolves once all processes are ready and the administrator is signed in. */
  static async start(options: InstallationOptions = {}): Promise<Installation> {
    const { workers = 1, gatewayArgs, historyDays, environment: overrides, workerEntry, clock } = options;
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
    const variables = Object.assign({}, environment, clock?.variables);
    const gatewayVariables = {
      ...clock?.variables,
      ...(historyDays !== undefined && { GATEWAY_SIM_HISTORY_DAYS: String(historyDays) }),
      ...GATEWAY_LOGIN,
      GATEWAY_SIM_PORT: gatewayPort,
      GATEWAY_SIM_CONTROL: true,
      // With the demonstration, `npm start` sets this variable, too.
      ...(environment.DEMO_BUILDING && { GATEWAY_SIM_STORY_AT: new Date().toISOString() }),
      PLATFORM_TIMEZONE: environment.PLATFORM_TIMEZONE,
    };
    const gateway = new AppProcess('gateway-sim', gatewayVariables, gatewayArgs);
    const observer = new GatewayObserver(() => gateway.address, GATEWAY_LOGIN);
    const installation = new Installation(
      database,
      gateway,
      observer,
      new AppProcess('api', variables),
      Array.from({ length: workers }, () => new AppProcess('worker', variables, [], workerEntry)),
      environment,
      clock,
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

  /** The data folder of the product, with its files and its outbox. */
  get dataDir(): string {
    return this.environment.DATA_DIR;
  }

  get processes(): AppProcess[] {
    return [...this.workers, this.api, this.gateway];
  }

  /** Returns the current time of all processes. */
  nowMs(): number {
    return this.clock?.nowMs() ?? Date.now();
  }

  /**
   * Moves the clock of all processes forward. Resolves once all of them have the new time. Tokens of users may expire.
   * @throws Error if the installation was started without a movable clock
   */
  async skipTime(byMs: number): Promise<void> {
    if (!this.clock)
      throw new Error('The installation uses the clock of the machine. Start it with a movable clock.');
    await this.clock.advance(byMs, this.processes);
  }

  /** Opens an event stream of the signed-in user. The stream is closed when the installation stops. */
  async listen(types: readonly EventName[] = []): Promise<StreamListener> {
    const listener = await StreamListener.open(this.client.plantroom, types);
    this.listeners.push(listener);
    return listener;
  }

  /** Calls `probe` until it returns a value. On a timeout, the error contains the warnings of the processes. */
  async waitFor<T>(
    probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
    options: WaitOptions,
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
    for (const listener of this.listeners) await listener.close();
    for (const process of this.processes) await process.stop();
    await this.database.drop();
    this.clock?.remove();
  }

  private async startProcesses(): Promise<void> {
    await this.gateway.start();
    await this.api.start();
    await Promise.all(this.workers.map((worker) => worker.start()));
  }
}
