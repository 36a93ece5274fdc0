import { Environment } from '@app/config';
import {
  againAfterConflict,
  isDuplicateKey,
  isForeignKeyFault,
  OutcomeUnknown,
  untilKnown,
  type WorkflowMode,
} from '@app/entities';
import {
  Clock,
  currentRequest,
  currentRequestId,
  DomainError,
  newId,
  type RequestBatcher,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionDispatcher } from './execution-dispatcher';
import type { ExecutionRequest, WorkflowStamp } from './execution-request';
import { intakeBatches } from './intake-batches';
import { findExisting, insertExecutions, insertExecutionsOf } from './intake.queries';
import {
  type AcceptedExecution,
  type Insertion,
  type Intake,
  type NewExecution,
  toAccepted,
} from './new-execution';
import { recordedTriggerData } from '../record/trigger-data';
import { SerialIntake } from './serial-intake';
import { WorkflowHasChanged } from './workflow-has-changed';

/** Accepts executions. An accepted execution is committed, so it will run even if every process restarts. */
@Injectable()
export class ExecutionIntakeService {
  private readonly batches: RequestBatcher<Insertion, string>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly serial: SerialIntake,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    this.batches = intakeBatches((insertions) => this.write(insertions));
  }

  /**
   * Accepts one execution. Commits it in a batch with the executions of concurrent callers, and then publishes and
   * queues it.
   * @returns the execution's id
   * @throws DomainError `unavailable` if a client waits for the response and the queue is unreachable; `not_found` if
   *   the workflow was deleted in the meantime; `workflow_busy` or `workflow_queue_full` if the workflow's mode refuses
   *   the execution
   */
  async accept(request: ExecutionRequest): Promise<string> {
    if (request.clientWaits) this.dispatcher.assertReachable();
    return this.insert(request, { execution: this.newExecution(request) }).catch(refuseWithoutWorkflow);
  }

  /**
   * Like `accept`, within the caller's transaction. The caller must pass the returned changes to `announce` after the
   * commit.
   */
  async acceptIn(manager: EntityManager, request: ExecutionRequest): Promise<Intake> {
    if (request.clientWaits) this.dispatcher.assertReachable();
    const execution = this.newExecution(request);
    if (isSerial(request)) return intakeOf(execution, await this.serial.acceptIn(manager, { execution }));
    await insertExecutions(manager, [execution]).catch(refuseWithoutWorkflow);
    return intakeOf(execution, [toAccepted(execution)]);
  }

  /**
   * Like `accept`, for a workflow that was read earlier.
   * @throws WorkflowHasChanged if the workflow is disabled or has changed since it was read; in this case, nothing is
   *   written
   */
  async acceptUnchanged(request: ExecutionRequest, changedAtMs: number): Promise<string> {
    this.dispatcher.assertReachable();
    return this.insert(request, this.stamped(request, changedAtMs)).catch(changedWithoutWorkflow);
  }

  /**
   * Like `acceptUnchanged`, within the caller's transaction. The caller must pass the returned changes to `announce`
   * after the commit.
   */
  async acceptUnchangedIn(
    manager: EntityManager,
    request: ExecutionRequest,
    changedAtMs: number,
  ): Promise<Intake> {
    this.dispatcher.assertReachable();
    const insertion = this.stamped(request, changedAtMs);
    const { execution, stamp } = insertion;
    if (isSerial(request)) return intakeOf(execution, await this.serial.acceptIn(manager, insertion));
    if (!(await insertExecutionsOf(manager, [stamp], [execution]))) throw new WorkflowHasChanged();
    return intakeOf(execution, [toAccepted(execution)]);
  }

  /**
   * Accepts the retry of a failed execution within the caller's transaction. The caller must pass the returned changes
   * to `announce` after the commit.
   * @param mode the current mode of the workflow
   * @throws the errors of `accept`
   */
  async acceptRetry(manager: EntityManager, execution: NewExecution, mode: WorkflowMode): Promise<Intake> {
    this.dispatcher.assertReachable();
    const { dryRun } = execution;
    if (isSerial({ mode, dryRun }))
      return intakeOf(execution, await this.serial.acceptIn(manager, { execution }));
    await insertExecutions(manager, [execution]);
    return intakeOf(execution, [toAccepted(execution)]);
  }

  /**
   * Accepts executions within the caller's transaction. If a workflow's mode refuses an execution, the execution is
   * skipped, and `SkippedStartsService` evaluates its trigger again later.
   * @returns the changes to announce after the commit
   */
  async acceptMany(
    requests: readonly ExecutionRequest[],
    manager: EntityManager,
  ): Promise<AcceptedExecution[]> {
    const parallel: NewExecution[] = [];
    const serial: NewExecution[] = [];
    for (const request of requests) (isSerial(request) ? serial : parallel).push(this.newExecution(request));
    if (parallel.length > 0) await insertExecutions(manager, parallel);
    const accepted = parallel.map(toAccepted);
    return serial.length === 0
      ? accepted
      : [...accepted, ...(await this.serial.acceptOrSkip(manager, serial))];
  }

  /** Publishes committed changes, and queues the executions. Returns at once and never throws. */
  announce(executions: readonly AcceptedExecution[]): void {
    this.dispatcher.accepted(executions);
  }

  private newExecution(request: ExecutionRequest): NewExecution {
    const { workflowId, revision, trigger, triggerData, dryRun = false, chainDepth, refusal } = request;
    const { webhookRequest, givenOutputs, clockOffsetMs, parentId, callDepth, skippedAs } = request;
    return {
      id: newId(),
      workflowId,
      revision,
      trigger,
      triggerData: recordedTriggerData(triggerData, this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS),
      webhookRequest: webhookRequest && JSON.stringify(webhookRequest),
      givenOutputs: givenOutputs && JSON.stringify(givenOutputs),
      dryRun,
      clockOffsetMs,
      requestId: currentRequestId()?.slice(0, 128) ?? null,
      acceptedAtMs: this.clock.nowMs(),
      chainDepth,
      parentId,
      callDepth,
      skippedAs,
      refusal,
    };
  }

  private stamped(request: ExecutionRequest, changedAtMs: number): Required<Insertion> {
    const { workflowId } = request;
    return { execution: this.newExecution(request), stamp: { workflowId, changedAtMs } };
  }

  /** Counts the write for the current request here, because the batch is shared by several requests. */
  private async insert(asked: ExecutionRequest, insertion: Insertion): Promise<string> {
    const request = currentRequest();
    if (request) request.writes++;
    try {
      return await (isSerial(asked) ? this.serial.accept(insertion) : this.batches.add(insertion));
    } catch (error) {
      if (request && !(error instanceof OutcomeUnknown)) request.writes--;
      throw error;
    }
  }

  private async write(insertions: readonly Insertion[]): Promise<string[]> {
    const executions = insertions.map(({ execution }) => execution);
    const stamps = distinct(insertions.flatMap(({ stamp }) => stamp ?? []));
    const written = await untilKnown((isFirst) => this.insertOnce(stamps, executions, isFirst));
    if (!written) throw new WorkflowHasChanged();
    this.dispatcher.accepted(executions.map(toAccepted));
    return executions.map(({ id }) => id);
  }

  /**
   * Inserts a batch in one statement, which is its own transaction: either all rows are inserted or none.
   * @param isFirst false if the statement is repeated. A repeat also looks up the executions by their ids, because the
   *   first attempt may have been committed
   * @returns false if a workflow has changed
   */
  private async insertOnce(
    stamps: readonly WorkflowStamp[],
    executions: readonly NewExecution[],
    isFirst: boolean,
  ): Promise<boolean> {
    const { manager } = this.dataSource;
    try {
      const written = await againAfterConflict(() =>
        stamps.length === 0
          ? insertExecutions(manager, executions)
          : insertExecutionsOf(manager, stamps, executions),
      );
      // A workflow may have changed after the first attempt was committed. In this case, the repeat inserts nothing,
      // although the executions exist.
      return written || (!isFirst && (await this.areInserted(executions)));
    } catch (error) {
      if (isFirst || !isDuplicateKey(error)) throw error;
      return true;
    }
  }

  private async areInserted(executions: readonly NewExecution[]): Promise<boolean> {
    const ids = executions.map(({ id }) => id);
    return (await findExisting(this.dataSource.manager, ids)).size === ids.length;
  }
}

function distinct(stamps: readonly WorkflowStamp[]): WorkflowStamp[] {
  return [...new Map(stamps.map((one) => [`${one.workflowId} ${one.changedAtMs}`, one])).values()];
}

/**
 * Returns true if the mode of the workflow applies to the execution. A dry run always runs in parallel, because it has
 * no effects. An execution with a `refusal` does not run at all.
 */
function isSerial({
  mode = 'parallel',
  dryRun = false,
  refusal,
}: Pick<ExecutionRequest, 'mode' | 'dryRun' | 'refusal'>): boolean {
  return mode !== 'parallel' && !dryRun && refusal === undefined;
}

function intakeOf({ id: executionId }: NewExecution, changes: AcceptedExecution[]): Intake {
  return { executionId, changes };
}

function changedWithoutWorkflow(error: unknown): never {
  throw isForeignKeyFault(error) ? new WorkflowHasChanged() : error;
}

function refuseWithoutWorkflow(error: unknown): never {
  throw isForeignKeyFault(error) ? DomainError.notFound('The workflow') : error;
}
