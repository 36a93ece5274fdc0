import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@app/config';
import { BackupRetentionService, BackupWorkService, PlatformModule, SchedulesService } from '@app/domain';
import { BackupEntity, FileEntity } from '@app/entities';
import { FixedClock, type Role } from '@app/kernel';
import { Logger, type Abstract, type Type } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { type ApiAnswer, RunningApi } from './running-api';
import { startWorkModule } from './work-module';

const NEVER = new AbortController().signal;

/**
 * A running api, and the services that write its backups. The services run in the test's process with the time of
 * `clock`.
 */
export class BackupDesk {
  private constructor(
    readonly api: RunningApi,
    /** The environment of the services. A test may change it. */
    readonly environment: Environment,
    readonly module: TestingModule,
    readonly clock: FixedClock,
    private readonly token: string,
  ) {}

  static async open(overrides: Partial<Environment> = {}): Promise<BackupDesk> {
    Logger.overrideLogger(false);
    const api = await RunningApi.start({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
    const environment = Object.assign({}, api.environment, overrides);
    // The api uses the real time. This clock is an hour ahead, so that every backup that the api accepts is already
    // due.
    const clock = new FixedClock(Date.now() + 3_600_000);
    const module = await startWorkModule(environment, clock, [PlatformModule]);
    return new BackupDesk(api, environment, module, clock, await api.signIn());
  }

  async close(): Promise<void> {
    await this.module.close();
    await this.api.stop();
  }

  /** Creates the services of another process. The caller must close them. */
  anotherWorker(): Promise<TestingModule> {
    return startWorkModule(this.environment, this.clock, [PlatformModule]);
  }

  get manager() {
    return this.api.database.dataSource.manager;
  }

  get<Service>(service: Type<Service> | Abstract<Service>): Service {
    return this.module.get(service, { strict: false });
  }

  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer> {
    return this.api.call(method, `/api/system${path}`, { token: this.token, body, headers });
  }

  async tokenOf(role: Role): Promise<string> {
    return (await this.api.signInAs(role)).token;
  }

  async start(body: object = {}): Promise<string> {
    const { status, body: answer } = await this.call('POST', '/backups', body);
    if (status !== 202)
      throw new Error(`The request for a backup returned ${status}: ${JSON.stringify(answer)}`);
    return (answer as { id: string }).id;
  }

  /** Runs the backup's job, and returns the backup afterwards. */
  async work(id: string, signal = NEVER): Promise<BackupEntity> {
    await this.get(BackupWorkService).run(id, signal);
    return this.row(id);
  }

  /** Sets the clock to the next time of the schedule, fires the schedule, and runs the backup. */
  async workScheduled(): Promise<BackupEntity> {
    const { nextRunAt } = (await this.call('GET', '/backup-schedule')).body as { nextRunAt: string };
    this.clock.set(Date.parse(nextRunAt));
    await this.get(SchedulesService).fireDue();
    const row = await this.manager.findOneByOrFail(BackupEntity, { activeKey: 'active' });
    return this.work(row.id);
  }

  prune(): Promise<void> {
    return this.get(BackupRetentionService).prune(NEVER);
  }

  row(id: string): Promise<BackupEntity> {
    return this.manager.findOneByOrFail(BackupEntity, { id });
  }

  rows(): Promise<BackupEntity[]> {
    return this.manager.find(BackupEntity, { order: { id: 'ASC' } });
  }

  files(): Promise<FileEntity[]> {
    return this.manager.find(FileEntity, { where: { category: 'backup' }, order: { id: 'ASC' } });
  }

  /** Returns the path of a stored file. */
  async pathOf(fileId: string | null): Promise<string> {
    const { storageKey } = await this.manager.findOneByOrFail(FileEntity, { id: fileId ?? '' });
    return this.pathOfKey(storageKey);
  }

  pathOfKey(storageKey: string): string {
    return join(this.environment.DATA_DIR, 'uploads', storageKey);
  }

  async download(fileId: string | null, token = this.token): Promise<{ status: number; bytes: Buffer }> {
    const response = await fetch(`${this.api.address}/api/files/${fileId}/preview`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }
}

/** Changes one bit in the middle of a file. */
export async function alterFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(path, bytes);
}
