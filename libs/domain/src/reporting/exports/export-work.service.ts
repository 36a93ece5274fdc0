import { pipeline } from 'node:stream/promises';
import { Environment } from '@app/config';
import type { FileEntity } from '@app/entities';
import { DomainError, isFinal, linkedSignal, repeatEvery, Semaphore } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { GeneratedFiles } from '../../platform/files/generated-files';
import { type ClaimedExport, ExportClaims } from './export-claims';
import { csvOf } from './export-csv';
import { exportFileName } from './export-file-name';
import { counted, type ExportCount } from './export-count';
import { ExportSources } from './export-sources';

/** Progress is stored, and the claim renewed, this often. */
const RENEW_EVERY_MS = 1000;
/** Exports of one process at the same time, because each one holds pages of rows in memory. */
const AT_ONCE = 2;
const SERVICE_ERROR = 'The export failed because of an error of the service.';

/**
 * Writes the files of exports. An interrupted export begins again; its file is created only once, because the export's
 * id is the origin of the file.
 */
@Injectable()
export class ExportWorkService {
  private readonly logger = new Logger(ExportWorkService.name);
  private readonly slots = new Semaphore(AT_ONCE);

  constructor(
    private readonly claims: ExportClaims,
    private readonly sources: ExportSources,
    private readonly files: GeneratedFiles,
    private readonly environment: Environment,
  ) {}

  /** Writes an export if it is due. A failure is stored, and the export is repeated later. */
  async run(id: string, signal: AbortSignal): Promise<void> {
    await this.slots.acquire({ signal });
    try {
      const job = await this.claims.claim(id);
      if (job) await this.attempt(job, signal);
    } finally {
      this.slots.release();
    }
  }

  private async attempt(job: ClaimedExport, signal: AbortSignal): Promise<void> {
    const claimLost = new AbortController();
    const stop = linkedSignal([signal, claimLost.signal]);
    try {
      await this.claims.succeed(job, await this.writeWhileRenewing(job, stop.signal, claimLost));
    } catch (error) {
      if (claimLost.signal.aborted) this.logger.warn({ exportId: job.id }, 'Another attempt has taken over.');
      else if (signal.aborted) await this.claims.release(job);
      else await this.fail(job, error);
    } finally {
      stop.release();
    }
  }

  private async writeWhileRenewing(
    job: ClaimedExport,
    signal: AbortSignal,
    claimLost: AbortController,
  ): Promise<FileEntity> {
    const count: ExportCount = { rows: 0, progress: 0 };
    const ended = new AbortController();
    const renewing = repeatEvery(RENEW_EVERY_MS, ended.signal, async () => {
      if (!(await this.isRenewed(job, count))) claimLost.abort(new Error('The claim has been lost.'));
    });
    try {
      return await this.write(job, count, signal);
    } finally {
      ended.abort();
      await renewing;
    }
  }

  /** True also if the database fails, because the claim is valid for longer than a short outage. */
  private async isRenewed(job: ClaimedExport, { progress }: ExportCount): Promise<boolean> {
    try {
      return await this.claims.renew(job, progress);
    } catch (error) {
      this.logger.warn({ err: error, exportId: job.id }, 'The progress of an export could not be stored.');
      return true;
    }
  }

  private write(job: ClaimedExport, count: ExportCount, signal: AbortSignal): Promise<FileEntity> {
    const source = this.sources.of(job.type);
    const { LIMIT_EXPORT_ROWS } = this.environment;
    return this.files.write({
      name: exportFileName(job),
      mimeType: 'text/csv',
      category: 'export',
      createdBy: job.createdBy,
      origin: { producer: 'exports', producerKey: job.id },
      signal,
      write: (stream) => pipeline(csvOf(source, counted(source.read(job), count, LIMIT_EXPORT_ROWS)), stream),
    });
  }

  private async fail(job: ClaimedExport, error: unknown): Promise<void> {
    const isExpected = error instanceof DomainError;
    const facts = { exportId: job.id, attempt: job.attempts };
    if (isExpected) this.logger.warn({ ...facts, code: error.code }, 'An export failed.');
    else this.logger.error({ ...facts, err: error }, 'An export failed.');
    await this.claims.fail(job, isExpected ? error.message : SERVICE_ERROR, isFinal(error));
  }
}
