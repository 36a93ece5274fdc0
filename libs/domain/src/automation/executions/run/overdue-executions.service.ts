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
 * call continues where the previous call stopped: the executions that earlier calls returned may still be queued, and
 * the service cannot see the queue.
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
      // After the last page, the search starts again at the first page.
      this.last = rows.length < PAGE ? null : (rows.at(-1) ?? null);
      if (this.last === null) break;
    }
    return found.map((execution) => ({
      payload: { executionIds: [execution.id] },
      jobId: jobIdFor(runExecutions, execution.id, turnOf(execution)),
      requestId: execution.requestId,
    }));
  }
}

/**
 * Distinguishes the job of an execution from earlier jobs of the same execution. The version alone is not enough: a
 * wake does not change it, and the delayed job of the wait still exists. The queue would drop a second job with the
 * same id.
 */
function turnOf({ version, wakes }: OverdueExecution): string {
  return wakes === 0 ? String(version) : `${version}-woken-${wakes}`;
}
