import { runExecutions, type RunExecutionsJob } from '@app/contracts';
import { Clock } from '@app/kernel';
import { type DueRecord, jobIdFor } from '@app/queue';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { findOverdue, type OverdueExecution } from './overdue.queries';

const PAGE = 1000;
const PAGES = 5;

/**
 * Executions that should have been gone on with a while ago, and are in nobody's hands: their job was lost, their worker
 * died, or there are just many. Of many only some are looked at at a time, each time the next ones, for all of those
 * that the queue still holds are offered to it in vain.
 */
@Injectable()
export class OverdueExecutions {
  private last: OverdueExecution | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {}

  /** The next of them, a bounded number. */
  async next(): Promise<DueRecord<RunExecutionsJob>[]> {
    const beforeMs = this.clock.nowMs() - this.timing.overdueMs;
    const found: OverdueExecution[] = [];
    for (let page = 0; page < PAGES; page++) {
      const rows = await findOverdue(this.dataSource.manager, beforeMs, this.last, PAGE);
      found.push(...rows);
      // Behind the last one it begins again with the first.
      this.last = rows.length < PAGE ? null : (rows.at(-1) ?? null);
      if (this.last === null) break;
    }
    return found.map(({ id, version, requestId }) => ({
      payload: { executionIds: [id] },
      jobId: jobIdFor(runExecutions, id, version),
      requestId,
    }));
  }
}
