import type { Readable } from 'node:stream';
import { importReadings, type ImportReadingsJob } from '@app/contracts';
import {
  inTransaction,
  type MeterEntity,
  type MeterKind,
  type ReadingImportEntity,
  type RefusedLine,
  requireRow,
} from '@app/entities';
import { type Actor, Clock, DomainError, type Page, type PageRequest, say } from '@app/kernel';
import { type DueRecord, JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { StoredFilesService, type Upload } from '../../platform/stored-files/stored-files.service';
import { refuseFormula } from '../meters/meter-settings';
import { MetersService } from '../meters/meters.service';
import { formatOf, type GivenFormat } from './file-format';
import {
  findImport,
  findUnfinished,
  insertImport,
  listImports,
  lockImport,
  type ReadingImportSummary,
  updateImport,
} from './reading-imports.queries';

export interface ReadingImportOptions extends GivenFormat {
  pointCode: string;
  /** The kind of the values. It must be the kind of the meter. */
  kind?: MeterKind;
  /** The zone of timestamps without an offset. Default: the platform's zone. */
  timezone?: string;
}

/** The meter and the time zone of an import, and what the user has said about the format of its file. */
export interface ImportTarget extends GivenFormat {
  meter: MeterEntity;
  timezone: string;
}

const NAME = 'The import';
/** A failed job is retried after this time; see `MeterJobsService`. */
const TRY_AGAIN_MS = 300_000;
const NOTHING_YET = {
  total: null,
  processed: 0,
  position: null,
  taken: 0,
  duplicates: 0,
  refusedCount: 0,
  refused: [] as RefusedLine[],
  firstAt: null,
  lastAt: null,
  undoRequestedAt: null,
  error: null,
  finishedAt: null,
};

/** Starts, lists and undoes imports of readings. The work itself is done by `ReadingImportWorkService`. */
@Injectable()
export class ReadingImportsService {
  private readonly logger = new Logger(ReadingImportsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly meters: MetersService,
    private readonly configuration: ConfigurationService,
    private readonly files: StoredFilesService,
    private readonly jobs: JobClient,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found for an unknown meter, invalid for a formula or if `kind` is not the kind of the meter */
  async target({
    pointCode,
    kind,
    timezone,
    decimal,
    dateFormat,
  }: ReadingImportOptions): Promise<ImportTarget> {
    const meter = await requireRow(this.meters.findByCode(pointCode), `The meter ${pointCode}`);
    refuseFormula(meter, 'pointCode');
    if (kind !== undefined && kind !== meter.kind)
      throw DomainError.invalid(
        `The meter ${pointCode} is of kind ${meter.kind}, so values of kind ${kind} cannot be imported.`,
        [{ path: 'kind', ...say('other_meter_kind', { kind: meter.kind }) }],
      );
    return {
      meter,
      timezone: timezone ?? (await this.configuration.timezone()),
      decimal,
      dateFormat,
    };
  }

  /**
   * Records the import of an uploaded file. A background job stores the readings.
   * @returns the import's id
   * @throws DomainError if the format of the file is unknown or ambiguous
   */
  async start(
    actor: Actor,
    { meter, timezone, ...given }: ImportTarget,
    { storageKey }: Upload,
  ): Promise<number> {
    const format = await formatOf(() => openUpload(this.files, storageKey), given);
    const row = await inTransaction(this.dataSource, async (manager) => {
      await this.files.adopt(manager, storageKey);
      const inserted = await insertImport(manager, {
        ...NOTHING_YET,
        meterId: meter.id,
        pointCode: meter.pointCode,
        timezone,
        ...format,
        status: 'running',
        file: storageKey,
        createdBy: actor.name.slice(0, 254),
        createdAt: this.clock.now(),
      });
      const after = { pointCode: meter.pointCode, timezone, ...format };
      const record = { action: 'reading_import.started', target: `reading import ${inserted.id}`, after };
      await this.audit.record(actor, record, manager);
      return inserted;
    });
    await this.queue(row);
    return row.id;
  }

  list(page: PageRequest): Promise<Page<ReadingImportSummary>> {
    return listImports(this.dataSource.manager, page);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<ReadingImportEntity> {
    return requireRow(findImport(this.dataSource.manager, id), NAME);
  }

  /**
   * Requests that a background job deletes the import's readings. The status is `running` until all are deleted, and
   * then `undone`.
   * @throws DomainError not_found; conflict if an undo was already requested
   */
  async undo(actor: Actor, id: number): Promise<void> {
    const row = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockImport(manager, id), NAME);
      if (before.undoRequestedAt)
        throw new DomainError('conflict', 'already_undone', 'The undo of this import was already requested.');
      const changes = {
        status: 'running' as const,
        undoRequestedAt: this.clock.now(),
        total: before.taken,
        processed: 0,
        position: null,
        finishedAt: null,
      };
      const after = await updateImport(manager, before, changes);
      const record = { action: 'reading_import.undone', target: `reading import ${id}` };
      await this.audit.record(actor, { ...record, before: { taken: before.taken } }, manager);
      return after;
    });
    await this.queue(row);
  }

  /** Returns one job for each unfinished import. */
  async toWork(limit: number): Promise<DueRecord<ImportReadingsJob>[]> {
    return (await findUnfinished(this.dataSource.manager, limit)).map((row) => this.jobOf(row));
  }

  /** If the queue fails, the sweep queues the job. */
  private async queue(row: ReadingImportEntity): Promise<void> {
    try {
      await this.jobs.enqueueMany(importReadings, [this.jobOf(row)]);
    } catch (error) {
      this.logger.warn({ err: error }, 'An import could not be queued. The next sweep queues it.');
    }
  }

  private jobOf({ id, undoRequestedAt }: ReadingImportEntity): DueRecord<ImportReadingsJob> {
    const slot = Math.floor(this.clock.nowMs() / TRY_AGAIN_MS);
    const step = undoRequestedAt ? 'undo' : 'take';
    return { payload: { importId: id }, jobId: jobIdFor(importReadings, id, `${step}-${slot}`) };
  }
}

/** Opens a file that was just uploaded. */
export async function openUpload(files: StoredFilesService, storageKey: string): Promise<Readable> {
  const stored = await files.open(storageKey);
  if (!stored) throw new Error('The uploaded file is missing from the file store.');
  return stored.stream;
}
