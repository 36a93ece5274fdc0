import { pipeline } from 'node:stream/promises';
import { Environment } from '@app/config';
import type { ExportJobEntity, FileEntity } from '@app/entities';
import { CSV_BOM, csvLine, DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Attempt, ClaimedWork } from '../../platform/claimed-work/claimed-work';
import { GeneratedFiles } from '../../platform/files/generated-files';
import { ExportClaims } from './export-claims';
import { exportFileName } from './export-file-name';
import type { ExportPage, ExportSource } from './export-source';
import { ExportSources } from './export-sources';

/** Maximum number of exports that a process writes at the same time, because each one holds pages of rows in memory. */
const AT_ONCE = 2;

/**
 * Writes the files of exports. An interrupted export begins again, but cannot create a second file: the export's id is
 * stored as the file's unique `origin`.
 */
@Injectable()
export class ExportWorkService {
  private readonly exports: ClaimedWork<ExportJobEntity, FileEntity>;

  constructor(
    claims: ExportClaims,
    private readonly sources: ExportSources,
    private readonly files: GeneratedFiles,
    private readonly environment: Environment,
  ) {
    this.exports = new ClaimedWork({
      name: say('the_export'),
      atOnce: AT_ONCE,
      claims,
      work: (job, attempt) => this.write(job, attempt),
      succeed: (job, file) => claims.succeed(job, file),
    });
  }

  /** Writes an export if it is due. If it fails, the error is stored and the export is repeated later. */
  run(id: string, signal: AbortSignal): Promise<void> {
    return this.exports.run(id, signal);
  }

  private write(job: ExportJobEntity, attempt: Attempt): Promise<FileEntity> {
    const source = this.sources.of(job.type);
    const { LIMIT_EXPORT_ROWS } = this.environment;
    return this.files.write({
      name: exportFileName(job),
      mimeType: 'text/csv',
      category: 'export',
      createdBy: job.createdBy,
      origin: { producer: 'exports', producerKey: job.id },
      signal: attempt.signal,
      write: (stream) =>
        pipeline(csvOf(source, counted(source.read(job), attempt, LIMIT_EXPORT_ROWS)), stream),
    });
  }
}

/** Writes the pages of an export as a CSV file, one chunk per page. The header is written even if there are no rows. */
async function* csvOf(
  { columns }: Pick<ExportSource, 'columns'>,
  pages: AsyncIterable<ExportPage>,
): AsyncGenerator<string | Buffer, void, void> {
  yield CSV_BOM + csvLine(columns);
  for await (const { text } of pages) yield text;
}

/**
 * Yields the pages unchanged, and updates the progress of the attempt.
 * @throws DomainError `export_too_large` if there are more rows than `limit`
 */
async function* counted(
  pages: AsyncIterable<ExportPage>,
  attempt: Pick<Attempt, 'progress'>,
  limit: number,
): AsyncGenerator<ExportPage, void, void> {
  let rows = 0;
  for await (const page of pages) {
    rows += page.rows;
    if (rows > limit) throw tooLarge(limit);
    yield page;
    attempt.progress = Math.max(attempt.progress, page.progress);
  }
}

function tooLarge(limit: number): DomainError {
  const message = say('export_too_large', { most: limit });
  return new DomainError('invalid', 'export_too_large', message);
}
