import { inTransaction, untilKnown } from '@app/entities';
import { Clock, DomainError, groupBy, type RequestBatcher, say } from '@app/kernel';
import { nodeError } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionEnder } from '../ending/execution-ender';
import { MOST_WAITING, type UnfinishedExecution } from '../serial/admission';
import { countSkipped, findUnfinished, lockWorkflows } from '../serial/serial.queries';
import { storeSkipped } from '../serial/skipped-starts.queries';
import { AdmissionRound, type Outcome } from './admission-round';
import { ExecutionDispatcher } from './execution-dispatcher';
import { WorkflowHasChanged } from './workflow-has-changed';
import { intakeBatches } from './intake-batches';
import { findExisting, insertExecutions } from './intake.queries';
import { type AcceptedExecution, type Insertion, type NewExecution, toAccepted } from './new-execution';

interface Admitted {
  /** One outcome for each execution, in the same order. */
  outcomes: Outcome[];
  /** The changes to announce after the commit. */
  changes: AcceptedExecution[];
}

/**
 * Accepts executions of workflows whose mode is not `parallel`. A lock on the workflow serializes the decisions of all
 * processes, and also the starts and ends of these executions.
 */
@Injectable()
export class SerialIntake {
  private readonly batches: RequestBatcher<Insertion, Outcome>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly ender: ExecutionEnder,
    private readonly clock: Clock,
  ) {
    this.batches = intakeBatches((insertions) => this.write(insertions));
  }

  /**
   * Accepts an execution in a batch with the executions of concurrent callers, and then publishes and queues it.
   * @returns the execution's id
   * @throws DomainError `workflow_busy`, `workflow_queue_full` or `not_found`; WorkflowHasChanged
   */
  async accept(insertion: Insertion): Promise<string> {
    assertAccepted(await this.batches.add(insertion));
    return insertion.execution.id;
  }

  /**
   * Like `accept`, within the caller's transaction.
   * @returns the changes to announce after the commit
   */
  async acceptIn(manager: EntityManager, insertion: Insertion): Promise<AcceptedExecution[]> {
    const { outcomes, changes } = await this.admit(manager, [insertion]);
    for (const outcome of outcomes) assertAccepted(outcome);
    return changes;
  }

  /**
   * Accepts executions within the caller's transaction. If a workflow's mode refuses an execution, the execution is
   * skipped and added to the workflow's count of skipped triggers, and its trigger is stored to be evaluated again.
   * @returns the changes to announce after the commit
   */
  async acceptOrSkip(
    manager: EntityManager,
    executions: readonly NewExecution[],
  ): Promise<AcceptedExecution[]> {
    const { outcomes, changes } = await this.admit(
      manager,
      executions.map((execution) => ({ execution })),
    );
    const skipped = executions.filter((_, index) => {
      return outcomes[index] === 'workflow_busy' || outcomes[index] === 'workflow_queue_full';
    });
    const byWorkflow = groupBy(skipped, ({ workflowId }) => workflowId);
    const atMs = this.clock.nowMs();
    for (const [count, entries] of groupBy(byWorkflow, ([, { length }]) => length))
      await countSkipped(
        manager,
        entries.map(([workflowId]) => workflowId),
        count,
        atMs,
      );
    await storeSkipped(manager, skipped, atMs);
    return changes;
  }

  private async write(insertions: readonly Insertion[]): Promise<Outcome[]> {
    const { outcomes, changes } = await untilKnown((isFirst) =>
      inTransaction(this.dataSource, (manager) => this.admit(manager, insertions, !isFirst)),
    );
    this.dispatcher.accepted(changes);
    return outcomes;
  }

  /**
   * Decides about executions in order, and inserts the accepted ones.
   * @param isRepeat true if an earlier attempt may have been committed. The lock waits for the end of that attempt, and
   *   executions that it has inserted count as accepted
   */
  private async admit(
    manager: EntityManager,
    insertions: readonly Insertion[],
    isRepeat = false,
  ): Promise<Admitted> {
    const workflowIds = [...new Set(insertions.map(({ execution }) => execution.workflowId))].sort();
    const workflows = await lockWorkflows(manager, workflowIds);
    const ids = insertions.map(({ execution }) => execution.id);
    const existing = isRepeat ? await findExisting(manager, ids) : new Set<string>();
    const unfinished = await findUnfinished(manager, workflowIds);
    const round = new AdmissionRound(workflows, unfinished);
    const outcomes = insertions.map((insertion) =>
      existing.has(insertion.execution.id) ? 'accepted' : round.decide(insertion),
    );
    const inserted = round.insertions();
    await insertExecutions(manager, inserted);
    const ended = await this.endReplaced(manager, unfinished, round);
    const known = insertions.map(({ execution }) => execution).filter(({ id }) => existing.has(id));
    return { outcomes, changes: [...ended, ...[...known, ...inserted].map(toAccepted)] };
  }

  private async endReplaced(
    manager: EntityManager,
    unfinished: readonly UnfinishedExecution[],
    round: AdmissionRound,
  ): Promise<AcceptedExecution[]> {
    const atMs = this.clock.nowMs();
    const changes: AcceptedExecution[] = [];
    for (const [by, executions] of groupBy(unfinished, (execution) => round.replacementOf(execution))) {
      if (by === undefined) continue;
      const cause = {
        error: say('restarted', { id: by }),
        nodeError: nodeError(say('restarted', { id: by })),
      };
      const ended = await this.ender.end(manager, executions, cause, atMs);
      changes.push(
        ...ended.map(({ id, workflowId, parentId }) => ({
          id,
          workflowId,
          parentId,
          hasEnded: true as const,
        })),
      );
    }
    return changes;
  }
}

/** @throws DomainError; WorkflowHasChanged */
function assertAccepted(outcome: Outcome): void {
  if (outcome === 'changed') throw new WorkflowHasChanged();
  if (outcome === 'not_found') throw DomainError.notFound('The workflow');
  if (outcome === 'workflow_busy') {
    const message = 'The workflow runs only one execution at a time, and another one has not ended.';
    throw new DomainError('conflict', 'workflow_busy', message);
  }
  if (outcome === 'workflow_queue_full') {
    const message = say('workflow_queue_full', { most: MOST_WAITING });
    throw new DomainError('too_many', 'workflow_queue_full', message);
  }
}
