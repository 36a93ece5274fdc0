import { Environment } from '@app/config';
import {
  againAfterConflict,
  isDatabaseUnreachable,
  isDuplicateKey,
  isForeignKeyFault,
  OutcomeUnknown,
  type TriggerType,
  untilKnown,
} from '@app/entities';
import { Clock, currentRequest, currentRequestId, DomainError, newId, RequestBatcher } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionDispatcher } from './execution-dispatcher';
import {
  type AcceptedExecution,
  type ExecutionRequest,
  WorkflowHasChanged,
  type WorkflowStamp,
} from './execution-request';
import { executionsExist, insertExecutions, insertExecutionsOf, type NewExecution } from './intake.queries';
import { recordedTriggerData } from '../record/trigger-data';

/**
 * A client waits for the response to these triggers, so they are refused while the queue is unreachable. Other triggers
 * are accepted anyway.
 */
const CLIENT_TRIGGERS: ReadonlySet<TriggerType> = new Set(['manual', 'webhook']);
const BATCH_EXECUTIONS = 500;
const BATCH_CHARACTERS = 4_000_000;

interface Insertion {
  execution: NewExecution;
  /** If set, the execution is accepted only if its workflow is unchanged. */
  stamp?: WorkflowStamp;
}

/** Accepts executions. An accepted execution is committed, so it will run even if every process restarts. */
@Injectable()
export class ExecutionIntakeService {
  private readonly batches: RequestBatcher<Insertion, string>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    this.batches = new RequestBatcher((insertions) => this.write(insertions), {
      isSerial: true,
      items: BATCH_EXECUTIONS,
      mayBeOfOneItem: (error) => !isDatabaseUnreachable(error),
      size: BATCH_CHARACTERS,
      sizeOf: ({ execution }) => execution.triggerData.length,
    });
  }

  /**
   * Accepts one execution. Without `manager`, the execution is committed in a batch with those of concurrent callers,
   * then published and queued. With `manager`, the row belongs to the caller's transaction: call `announce` after its
   * commit.
   * @returns the execution's id
   * @throws DomainError `unavailable` if a client asks while the queue is unreachable; `not_found` if the workflow was
   *   deleted in the meantime
   */
  async accept(request: ExecutionRequest, manager?: EntityManager): Promise<string> {
    if (CLIENT_TRIGGERS.has(request.trigger)) this.dispatcher.assertReachable();
    const execution = this.newExecution(request);
    if (!manager) return this.insertInBatch({ execution }).catch(refuseWithoutWorkflow);
    await insertExecutions(manager, [execution]).catch(refuseWithoutWorkflow);
    return execution.id;
  }

  /**
   * Like `accept`, for a workflow that was read earlier.
   * @throws WorkflowHasChanged if the workflow is disabled or has changed since; nothing is written then
   */
  async acceptUnchanged(
    request: ExecutionRequest,
    changedAtMs: number,
    manager?: EntityManager,
  ): Promise<string> {
    this.dispatcher.assertReachable();
    const execution = this.newExecution(request);
    const stamp = { workflowId: request.workflowId, changedAtMs };
    if (!manager) return this.insertInBatch({ execution, stamp }).catch(changedWithoutWorkflow);
    if (await insertExecutionsOf(manager, [stamp], [execution])) return execution.id;
    throw new WorkflowHasChanged();
  }

  /** Accepts executions within a transaction of the caller. Call `announce` after its commit. */
  async acceptMany(
    requests: readonly ExecutionRequest[],
    manager: EntityManager,
  ): Promise<AcceptedExecution[]> {
    const executions = requests.map((request) => this.newExecution(request));
    if (executions.length > 0) await insertExecutions(manager, executions);
    return executions.map(toAccepted);
  }

  /** Publishes and queues executions whose transaction is committed. Returns at once and never throws. */
  announce(executions: readonly AcceptedExecution[]): void {
    this.dispatcher.accepted(executions);
  }

  private newExecution(request: ExecutionRequest): NewExecution {
    const { workflowId, revision, trigger, triggerData, dryRun = false, chainDepth, refusal } = request;
    const { webhookRequest } = request;
    return {
      id: newId(),
      workflowId,
      revision,
      trigger,
      triggerData: recordedTriggerData(triggerData, this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS),
      webhookRequest: webhookRequest && JSON.stringify(webhookRequest),
      dryRun,
      requestId: currentRequestId()?.slice(0, 128) ?? null,
      acceptedAtMs: this.clock.nowMs(),
      chainDepth,
      refusal,
    };
  }

  /** Counts the write for the current request, because the shared batch runs outside of any request. */
  private async insertInBatch(insertion: Insertion): Promise<string> {
    const request = currentRequest();
    if (request) request.writes++;
    try {
      return await this.batches.add(insertion);
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
   * @param isFirst false if the statement is repeated. The repeat then looks up the executions by their ids, because
   *   the first attempt may have been committed
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
      // A workflow may have changed after the first attempt was committed. The repeat then inserts nothing, although
      // the executions exist.
      return written || (!isFirst && (await executionsExist(manager, executions)));
    } catch (error) {
      if (isFirst || !isDuplicateKey(error)) throw error;
      return true;
    }
  }
}

function distinct(stamps: readonly WorkflowStamp[]): WorkflowStamp[] {
  return [...new Map(stamps.map((one) => [`${one.workflowId} ${one.changedAtMs}`, one])).values()];
}

function toAccepted(execution: NewExecution): AcceptedExecution {
  const { id, workflowId, triggerData, requestId, refusal } = execution;
  const accepted = { id, workflowId, requestId, characters: triggerData.length };
  return refusal === undefined ? accepted : { ...accepted, isRefused: true };
}

function changedWithoutWorkflow(error: unknown): never {
  throw isForeignKeyFault(error) ? new WorkflowHasChanged() : error;
}

function refuseWithoutWorkflow(error: unknown): never {
  throw isForeignKeyFault(error) ? DomainError.notFound('The workflow') : error;
}
