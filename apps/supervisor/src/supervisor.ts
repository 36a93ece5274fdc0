import { join } from 'node:path';
import type { SupervisorEnvironment } from '@app/config';
import { banner } from './banner';
import { type DataFolder, firstStart } from './data-folder';
import { launchPlan, type Provided } from './launch-plan';
import { checkPort, freePort } from './port-check';
import { keptSecret } from './secrets';
import { StartError } from './start-error';
import { SupervisedPostgres } from './supervised-postgres';
import { SupervisedProcess } from './supervised-process';
import type { Terminal } from './terminal';

/** How long the processes of a killed supervisor may still hold their ports. */
const ORPHANS_MS = 20_000;
const LOOPBACK = '127.0.0.1';

/** The whole product on one machine: api and worker, with the database and a gateway if they are needed. */
export class Supervisor {
  private readonly processes = new Map<string, SupervisedProcess>();
  private postgres: Promise<SupervisedPostgres> | null = null;
  private stopping: Promise<void> | null = null;

  constructor(
    private readonly environment: SupervisorEnvironment,
    private readonly folder: DataFolder,
    private readonly terminal: Terminal,
  ) {}

  get isStopping(): boolean {
    return this.stopping !== null;
  }

  /** Resolves when everything is ready. @throws StartError, EmbeddedPostgresError */
  async start(): Promise<void> {
    await this.checkPorts();
    const [databaseUrl, localGateway] = await Promise.all([this.openDatabase(), this.placeGateway()]);
    if (this.stopping) return;
    const plans = launchPlan(this.environment, {
      dataFolder: this.folder.path,
      port: this.environment.PORT || (await freePort(this.environment.HOST)),
      databaseUrl,
      jwtSecret: this.environment.JWT_SECRET ?? keptSecret(this.folder.path, 'jwt-secret'),
      localGateway,
    });
    for (const plan of plans) this.processes.set(plan.name, new SupervisedProcess(plan, this.terminal));

    await Promise.all([...this.processes.values()].map((process) => process.ready));
    const api = await this.processes.get('api')?.ready;
    const address = api?.address ?? '';
    this.terminal.write(banner(this.environment, this.folder.path, address, api?.seededAdministrator));
  }

  /**
   * Stops the processes in order of dependency: worker and api, then the gateway, then the database. Can be called
   * twice.
   */
  stop(): Promise<void> {
    return (this.stopping ??= this.stopAll());
  }

  /** Kills all processes and the database without waiting for their work. */
  async kill(): Promise<void> {
    for (const process of this.processes.values()) process.kill();
    (await this.postgres?.catch(() => null))?.kill();
  }

  private async stopAll(): Promise<void> {
    for (const names of [
      ['worker', 'api'],
      ['gateway-sim', 'bridge'],
    ]) {
      await Promise.all(names.map(async (name) => this.processes.get(name)?.stop()));
    }
    // If the database failed to start, the failure has already been reported, and there is nothing to stop.
    await (await this.postgres?.catch(() => null))?.stop();
    this.folder.release();
  }

  private async checkPorts(): Promise<void> {
    const { PORT, HOST, WORKER_HEALTH_PORT, GATEWAY_SIM_PORT, GATEWAY_URL } = this.environment;
    const waitMs = this.folder.takenOver ? ORPHANS_MS : 0;
    await checkPort('PORT', PORT, HOST, waitMs);
    await checkPort('WORKER_HEALTH_PORT', WORKER_HEALTH_PORT, LOOPBACK, waitMs);
    if (!GATEWAY_URL) await checkPort('GATEWAY_SIM_PORT', GATEWAY_SIM_PORT, LOOPBACK, waitMs);
  }

  private async openDatabase(): Promise<string> {
    if (this.environment.DATABASE_URL) return this.environment.DATABASE_URL;
    if (this.stopping) throw new StartError('stopped');
    this.postgres = SupervisedPostgres.start(join(this.folder.path, 'postgres'), this.terminal);
    return `${(await this.postgres).url}/plantroom`;
  }

  private async placeGateway(): Promise<Provided['localGateway']> {
    const { GATEWAY_URL, GATEWAY_SIM_PORT, GATEWAY_USERNAME, GATEWAY_PASSWORD, BRIDGE_CONFIG } =
      this.environment;
    if (GATEWAY_URL) return null;
    return {
      app: BRIDGE_CONFIG ? 'bridge' : 'gateway-sim',
      port: GATEWAY_SIM_PORT || (await freePort(LOOPBACK)),
      username: GATEWAY_USERNAME ?? 'plantroom',
      password: GATEWAY_PASSWORD ?? keptSecret(this.folder.path, 'gateway-sim-password'),
      storyAt: firstStart(this.folder),
    };
  }
}
