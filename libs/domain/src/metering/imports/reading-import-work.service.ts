import { readingImportChanged } from '@app/contracts';
import { inTransaction, type MeterEntity, type ReadingImportEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { Clock, isFinal, type Message, say } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { StoredFilesService } from '../../platform/stored-files/stored-files.service';
import { ImportedReadingsService } from '../meters/imported-readings.service';
import { MetersService } from '../meters/meters.service';
import { lockMeter } from '../meters/reading-intake.service';
import { afterBatch, batchesFrom, type ImportBatch, importProgress } from './import-batches';
import { findImport, lockImport, updateImport } from './reading-imports.queries';
import { readReadings, type ReadingsFile } from './readings-file';

/** Maximum number of readings that one transaction deletes. */
const REMOVED_AT_ONCE = 20_000;

/** The import cannot continue. */
class ImportFailure extends Error {
  constructor(readonly reason: Message) {
    super(reason.message);
  }
}

/**
 * Stores the readings of imports, and deletes them when an import is undone. Works in batches, in order of time. The
 * readings of a batch and the new position of the import are committed together, so nothing is lost or repeated if a
 * worker is killed. If two workers run the same import, the worker with the outdated position stops.
 */
@Injectable()
export class ReadingImportWorkService {
  private readonly logger = new Logger(ReadingImportWorkService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly meters: MetersService,
    private readonly readings: ImportedReadingsService,
    private readonly files: StoredFilesService,
    private readonly clock: Clock,
    private readonly bus: EventBus,
  ) {}

  /** Continues an import or its undo. @param signal checked between batches */
  async work(importId: number, signal: AbortSignal): Promise<void> {
    const row = await findImport(this.dataSource.manager, importId);
    if (row?.status !== 'running') return;
    if (row.undoRequestedAt) return this.undo(row, signal);
    try {
      await this.take(row, signal);
    } catch (error) {
      if (!(error instanceof ImportFailure) && !isFinal(error)) throw error;
      await this.end(row, { status: 'failed', error: error.reason });
    }
  }

  private async take(row: ReadingImportEntity, signal: AbortSignal): Promise<void> {
    if (row.total === null || row.processed < row.total) {
      const file = await this.read(row);
      let current = row.total === null ? await this.noteLines(row, file) : row;
      if (!current) return;
      this.announce(current);
      for (const batch of batchesFrom(file, current)) {
        signal.throwIfAborted();
        const next = await this.takeBatch(current, batch);
        if (!next) return;
        this.announce(next);
        current = next;
      }
      if (file.atMs.length === 0) throw new ImportFailure(say('import_empty'));
    }
    await this.end(row, { status: 'done' });
  }

  private async read(row: ReadingImportEntity): Promise<ReadingsFile> {
    const meter = await this.meters.find(row.meterId);
    if (!meter) throw removed(row);
    const stored = row.file === null ? null : await this.files.open(row.file);
    if (!stored) throw new ImportFailure(say('import_file_gone'));
    const { timezone, decimalComma, createdAt } = row;
    const dateFormat = row.dateFormat ?? 'iso';
    // Readings after the creation of the import are refused. The limit is not the current time, because a resumed
    // import must accept the same readings as before.
    const latestMs = createdAt.getTime();
    return readReadings(stored.stream, { meter, timezone, decimalComma, dateFormat, latestMs });
  }

  /** Stores the counts and the refused lines of the file, before the first batch. */
  private noteLines(row: ReadingImportEntity, file: ReadingsFile): Promise<ReadingImportEntity | null> {
    const { duplicates, refused, refusedCount } = file;
    const changes = { total: file.atMs.length, duplicates, refused, refusedCount };
    return inTransaction(this.dataSource, async (manager) =>
      (await this.isCurrent(manager, row)) ? updateImport(manager, row, changes) : null,
    );
  }

  /** @returns the row after the batch; null if an undo was requested, or if another worker has continued the import */
  private takeBatch(row: ReadingImportEntity, batch: ImportBatch): Promise<ReadingImportEntity | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, row.meterId);
      if (!(await this.isCurrent(manager, row))) return null;
      if (!meter || meter.removedAt) throw removed(row);
      const changes = afterBatch(row, batch, await this.readings.store(manager, meter, batch.readings));
      return updateImport(manager, row, changes);
    });
  }

  private async undo(row: ReadingImportEntity, signal: AbortSignal): Promise<void> {
    for (let current: ReadingImportEntity | null = row; current;) {
      signal.throwIfAborted();
      this.announce(current);
      const next = await this.removeBatch(current);
      if (next === 'finished') return this.end(row, { status: 'undone' });
      current = next;
    }
  }

  private removeBatch(row: ReadingImportEntity): Promise<ReadingImportEntity | 'finished' | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, row.meterId);
      if (!(await this.isCurrent(manager, row))) return null;
      const removedPart = meter && (await this.removeNext(manager, meter, row));
      if (!removedPart) return 'finished';
      const changes = {
        position: new Date(removedPart.lastMs),
        processed: row.processed + removedPart.removed,
      };
      return updateImport(manager, row, changes);
    });
  }

  private async removeNext(manager: EntityManager, meter: MeterEntity, row: ReadingImportEntity) {
    const { id: importId, firstAt, lastAt, position } = row;
    if (!firstAt || !lastAt) return null;
    const afterMs = position?.getTime() ?? firstAt.getTime() - 1;
    const range = { importId, afterMs, untilMs: lastAt.getTime() };
    return this.readings.remove(manager, meter, range, REMOVED_AT_ONCE);
  }

  /** True if the import is still running with the position of `row`, and no undo was requested since `row` was read. */
  private async isCurrent(manager: EntityManager, row: ReadingImportEntity): Promise<boolean> {
    const now = await lockImport(manager, row.id);
    return (
      now?.status === 'running' &&
      now.position?.getTime() === row.position?.getTime() &&
      now.undoRequestedAt?.getTime() === row.undoRequestedAt?.getTime()
    );
  }

  private async end(
    row: ReadingImportEntity,
    { status, error = null }: { status: ReadingImportEntity['status']; error?: Message | null },
  ): Promise<void> {
    const ended = await inTransaction(this.dataSource, async (manager) => {
      const now = await lockImport(manager, row.id);
      const isSame = now?.undoRequestedAt?.getTime() === row.undoRequestedAt?.getTime();
      if (now?.status !== 'running' || !isSame) return null;
      if (now.file !== null) await this.files.release(manager, now.file);
      return updateImport(manager, now, { status, error, file: null, finishedAt: this.clock.now() });
    });
    if (ended) this.announce(ended);
    if (row.file !== null) await this.files.discard(row.file);
    this.logger.log(`Import ${row.id} of readings of ${row.pointCode}: ${status}`);
  }

  private announce(row: ReadingImportEntity): void {
    const { id: importId, status } = row;
    this.bus.publish(readingImportChanged, { importId, status, progress: importProgress(row) });
  }
}

function removed({ pointCode }: ReadingImportEntity): ImportFailure {
  return new ImportFailure(say('import_meter_gone', { code: pointCode }));
}
