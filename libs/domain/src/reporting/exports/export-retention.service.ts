import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deleteExportsBefore } from './export-jobs.queries';

const KEPT_MS = 30 * 24 * 3_600_000;
/** Rows per transaction. */
const BATCH = 500;

/** Deletes the records of old exports. Their files stay until a user deletes them. */
@Injectable()
export class ExportRetentionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Deletes old records in small transactions. @throws if `signal` is aborted; the next call continues the deletion */
  async prune(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - KEPT_MS);
    for (let removed = BATCH; removed === BATCH;) {
      signal.throwIfAborted();
      removed = await inTransaction(this.dataSource, (manager) =>
        deleteExportsBefore(manager, before, BATCH),
      );
    }
  }
}
