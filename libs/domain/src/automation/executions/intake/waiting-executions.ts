import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionDispatcher } from './execution-dispatcher';
import type { UnfinishedExecution } from '../serial/admission';
import { findStalled, findUnfinished, lockWorkflows, startWaiting } from '../serial/serial.queries';

/** Starts executions that wait until another execution of their workflow has ended. */
@Injectable()
export class WaitingExecutions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `work` in a transaction, and then starts the next waiting execution of each workflow in the same transaction.
   * `work` ends executions of these workflows. If there are no workflows, the transaction runs only `work`.
   */
  async startAfter<T>(
    workflowIds: readonly string[],
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (workflowIds.length === 0) return inTransaction(this.dataSource, work);
    const { result, started } = await inTransaction(this.dataSource, async (manager) => {
      // The workflows are locked before the executions, in the same order as at intake.
      await lockWorkflows(manager, workflowIds);
      return { result: await work(manager), started: await this.startNext(manager, workflowIds) };
    });
    this.dispatcher.started(started);
    return result;
  }

  /**
   * Starts executions that wait although no execution of their workflow is running. This happens if the running
   * execution was accepted before the mode of the workflow was changed, or if an internal error ended it.
   */
  async startStalled(): Promise<void> {
    const workflowIds = await findStalled(this.dataSource.manager);
    await this.startAfter(workflowIds, () => Promise.resolve());
  }

  /** @param manager a transaction that has locked the workflows */
  private async startNext(
    manager: EntityManager,
    workflowIds: readonly string[],
  ): Promise<UnfinishedExecution[]> {
    const unfinished = await findUnfinished(manager, workflowIds);
    const busy = new Set(unfinished.flatMap((one) => (one.hasStarted ? [one.workflowId] : [])));
    const next = new Map<string, UnfinishedExecution>();
    for (const one of unfinished)
      if (!busy.has(one.workflowId) && !next.has(one.workflowId)) next.set(one.workflowId, one);
    const started = [...next.values()];
    const ids = started.map(({ id }) => id);
    if (ids.length > 0) await startWaiting(manager, ids, this.clock.nowMs());
    return started;
  }
}
