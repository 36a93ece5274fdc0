import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deletePointWritesBefore } from './point-writes.queries';

const DAY_MS = 24 * 3_600_000;
/** Rows per transaction. A small number keeps the locks short. */
const BATCH = 500;

/** Deletes the records of old writes. */
@Injectable()
export class PointWriteRetentionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** Deletes old records in small transactions. @throws if `signal` is aborted; the next call continues the deletion */
  async prune(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - this.environment.POINT_WRITE_RETENTION_DAYS * DAY_MS);
    for (let removed = BATCH; removed === BATCH;) {
      signal.throwIfAborted();
      removed = await inTransaction(this.dataSource, (manager) =>
        deletePointWritesBefore(manager, before, BATCH),
      );
    }
  }
}
