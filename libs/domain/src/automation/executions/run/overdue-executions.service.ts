import { runExecutions, type RunExecutionsJob } from '@app/contracts';
import { Clock } from '@app/kernel';
import { type DueRecord, jobIdFor } from '@app/queue';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EXECUTION_TIMING, type ExecutionTiming } from '../record/execution-timing';
import { findOverdue, type OverdueExecution } from './overdue-executions.queries';

const PAGE = 1000;
const PAGES = 5;

/**
 * Finds overdue executions without a valid claim: their job was lost, their worker died, or the queue is long. Each
 * call returns the next pages instead of the first ones, because the service cannot see which jobs are still queued.
 */
@Injectable()
export class OverdueExecutionsService {
  private last: OverdueExecution | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {}

  /** Returns the next overdue executions, at most 5000. */
  async next(): Promise<DueRecord<RunExecutionsJob>[]> {
    const beforeMs = this.clock.nowMs() - this.timing.overdueMs;
    const found: OverdueExecution[] = [];
    for (let page = 0; page < PAGES; page++) {
      const rows = await findOverdue(this.dataSource.manager, beforeMs, this.last, PAGE);
      found.push(...rows);
      // After the last page, the search starts again at the first.
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
