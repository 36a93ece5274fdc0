import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReportMailsService } from '../report-mails/report-mails.service';
import { deleteRuns, findOldRunIds } from './report-runs.queries';

const KEPT_MS = 90 * 24 * 3_600_000;
/** Rows per transaction. */
const BATCH = 500;

/** Deletes old runs, except the newest of each plan. Their files stay until a user deletes them. */
@Injectable()
export class ReportRetentionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: ReportMailsService,
    private readonly clock: Clock,
  ) {}

  /** Deletes old runs in small transactions. @throws if `signal` is aborted; the next call continues the deletion */
  async prune(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - KEPT_MS);
    for (let removed = BATCH; removed === BATCH;) {
      signal.throwIfAborted();
      removed = await inTransaction(this.dataSource, async (manager) => {
        const ids = await findOldRunIds(manager, before, BATCH);
        await this.mails.remove(manager, ids);
        await deleteRuns(manager, ids);
        return ids.length;
      });
    }
  }
}
