import { ExportWorkService, ReportingModule } from '@app/domain';
import { ExportJobEntity, FileEntity, FileRemovalEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { TestingModule } from '@nestjs/testing';
import { parse } from 'csv-parse/sync';
import { RunningApi } from './running-api';
import { startWorkModule } from './work-module';

export interface ExportState {
  jobId: string;
  status: string;
  progress: number;
  fileId: string | null;
  error: string | null;
}

const NEVER = new AbortController().signal;
const BOM = '\uFEFF';

/**
 * A running api, and the services that write its exports. The services run in the test's process with the time of
 * `clock`.
 */
export class ExportDesk {
  private constructor(
    readonly api: RunningApi,
    readonly module: TestingModule,
    readonly clock: FixedClock,
    private readonly token: string,
  ) {}

  static async open(timezone: string): Promise<ExportDesk> {
    Logger.overrideLogger(false);
    const api = await RunningApi.start({ PLATFORM_TIMEZONE: timezone });
    // The api uses the real time. This clock is an hour ahead, so that every export that the api accepts is already
    // due.
    const clock = new FixedClock(Date.now() + 3_600_000);
    const module = await startWorkModule(api.environment, clock, [ReportingModule]);
    return new ExportDesk(api, module, clock, (await api.signInAs('engineer')).token);
  }

  async close(): Promise<void> {
    await this.module.close();
    await this.api.stop();
  }

  get manager() {
    return this.api.database.dataSource.manager;
  }

  call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return this.api.call(method, path, { token: this.token, body, headers });
  }

  post(body: object, headers?: Record<string, string>) {
    return this.call('POST', '/api/reports/export', body, headers);
  }

  async start(body: object): Promise<string> {
    const { status, body: answer } = await this.post(body);
    if (status !== 202)
      throw new Error(`The request for an export returned ${status}: ${JSON.stringify(answer)}`);
    return (answer as ExportState).jobId;
  }

  async state(jobId: string): Promise<ExportState> {
    return (await this.call('GET', `/api/reports/export/${jobId}`)).body as ExportState;
  }

  work(jobId: string, signal = NEVER): Promise<void> {
    return this.module.get(ExportWorkService, { strict: false }).run(jobId, signal);
  }

  row(id: string): Promise<ExportJobEntity> {
    return this.manager.findOneByOrFail(ExportJobEntity, { id });
  }

  /** Runs an export, and reads its file. */
  async export(body: object): Promise<{ name: string; text: string; rows: Record<string, string>[] }> {
    const jobId = await this.start(body);
    await this.work(jobId);
    const { fileId, ...state } = await this.state(jobId);
    if (fileId === null) throw new Error(`The export has no file: ${JSON.stringify(state)}`);
    const { name } = (await this.call('GET', `/api/files/${fileId}`)).body as { name: string };
    const { address } = this.api;
    const content = await fetch(`${address}/api/files/${fileId}/preview`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    const text = Buffer.from(await content.arrayBuffer()).toString('utf8');
    if (!text.startsWith(BOM)) throw new Error('The file has no byte order mark.');
    return { name, text, rows: parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) };
  }

  /** Counts the rows that a failed export must not leave behind. */
  async remains(): Promise<{ files: number; removals: number }> {
    return {
      files: await this.manager.count(FileEntity),
      removals: await this.manager.count(FileRemovalEntity),
    };
  }
}
