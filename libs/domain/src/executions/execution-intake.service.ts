import { Environment } from '@app/config';
import {
  againAfterConflict,
  isDuplicateKey,
  isForeignKeyFault,
  OutcomeUnknown,
  type TriggerType,
  untilKnown,
} from '@app/entities';
import { Clock, currentRequest, currentRequestId, DomainError, newId, runBeyondRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionAnnouncer } from './execution-announcer';
import {
  type AcceptedExecution,
  type ExecutionRequest,
  WorkflowHasChanged,
  type WorkflowStamp,
} from './execution-request';
import { GroupedWork } from './grouped-work';
import { executionsExist, insertExecutions, insertExecutionsOf, type NewExecution } from './intake.queries';
import { recordedTriggerData } from './trigger-data';

/** What a client waits for; the others are the service's own work, which is accepted without a queue too. */
const OF_CLIENTS: ReadonlySet<TriggerType> = new Set(['manual', 'webhook']);
const GROUP_EXECUTIONS = 500;
const GROUP_CHARACTERS = 4_000_000;

interface Asked {
  execution: NewExecution;
  /** Of the workflow, where it is accepted only as long as that is as it was read. */
  stamp?: WorkflowStamp;
}

/** Takes executions on: once it says so they are written, and will be run whatever happens to any process. */
@Injectable()
export class ExecutionIntake {
  private readonly groups: GroupedWork<Asked, string>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly announcer: ExecutionAnnouncer,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {
    this.groups = new GroupedWork((asked) => this.write(asked), {
      items: GROUP_EXECUTIONS,
      characters: GROUP_CHARACTERS,
      charactersOf: ({ execution }) => execution.triggerData.length,
    });
  }

  /**
   * Accepts one execution. Without `manager` it is committed, told and queued when this resolves, in one transaction
   * with those that others ask for meanwhile. With it the rows belong to that transaction, and `announce` is to be
   * called after its commit.
   * @returns the execution's id
   * @throws DomainError `unavailable` where a client asks while the queue does not answer: nothing is written then; not_found
   * where the workflow was removed in the meantime
   */
  async accept(request: ExecutionRequest, manager?: EntityManager): Promise<string> {
    if (OF_CLIENTS.has(request.trigger)) this.announcer.assertReachable();
    const execution = this.newExecution(request);
    if (!manager) return this.inGroup({ execution }).catch(refuseWithoutWorkflow);
    await insertExecutions(manager, [execution]).catch(refuseWithoutWorkflow);
    return execution.id;
  }

  /**
   * As `accept`, of a workflow that was read a while ago.
   * @throws WorkflowHasChanged where it is not enabled, or was changed since: nothing is written then
   */
  async acceptUnchanged(
    request: ExecutionRequest,
    changedAtMs: number,
    manager?: EntityManager,
  ): Promise<string> {
    this.announcer.assertReachable();
    const execution = this.newExecution(request);
    const stamp = { workflowId: request.workflowId, changedAtMs };
    if (!manager) return this.inGroup({ execution, stamp }).catch(changedWithoutWorkflow);
    if (await insertExecutionsOf(manager, [stamp], [execution])) return execution.id;
    throw new WorkflowHasChanged();
  }

  /** Accepts what the service itself decides, in its transaction; `announce` is to be called after the commit. */
  async acceptMany(
    requests: readonly ExecutionRequest[],
    manager: EntityManager,
  ): Promise<AcceptedExecution[]> {
    const executions = requests.map((request) => this.newExecution(request));
    if (executions.length > 0) await insertExecutions(manager, executions);
    return executions.map(toAccepted);
  }

  /** Tells of executions whose transaction is committed, and has them run. Waits for nothing, and never throws. */
  announce(executions: readonly AcceptedExecution[]): void {
    this.announcer.accepted(executions);
  }

  private newExecution(request: ExecutionRequest): NewExecution {
    const { workflowId, revision, trigger, triggerData, dryRun = false } = request;
    return {
      id: newId(),
      workflowId,
      revision,
      trigger,
      triggerData: recordedTriggerData(triggerData, this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS),
      dryRun,
      requestId: currentRequestId()?.slice(0, 128) ?? null,
      acceptedAtMs: this.clock.nowMs(),
    };
  }

  /** A group belongs to no request, so each request counts its own write. */
  private async inGroup(asked: Asked): Promise<string> {
    const request = currentRequest();
    if (request) request.writes++;
    try {
      return await this.groups.do(asked);
    } catch (error) {
      if (request && !(error instanceof OutcomeUnknown)) request.writes--;
      throw error;
    }
  }

  private async write(asked: readonly Asked[]): Promise<string[]> {
    const executions = asked.map(({ execution }) => execution);
    const stamps = distinct(asked.flatMap(({ stamp }) => stamp ?? []));
    const written = await untilKnown((isFirst) => {
      const insert = () => this.insertOnce(stamps, executions, isFirst);
      // A repeat settles the write that the first attempt began, whoever still waits for it.
      return isFirst ? insert() : runBeyondRequest(insert);
    });
    if (!written) throw new WorkflowHasChanged();
    this.announcer.accepted(executions.map(toAccepted));
    return executions.map(({ id }) => id);
  }

  /**
   * Inserts a group in one statement, which is a transaction of its own: all of it or nothing.
   * @param isFirst false for a repeat: then the ids tell whether an earlier attempt was committed
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
      // A change that was committed after the first attempt keeps a repeat from inserting.
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

function toAccepted({ id, workflowId, triggerData, requestId }: NewExecution): AcceptedExecution {
  return { id, workflowId, requestId, characters: triggerData.length };
}

function changedWithoutWorkflow(error: unknown): never {
  throw isForeignKeyFault(error) ? new WorkflowHasChanged() : error;
}

function refuseWithoutWorkflow(error: unknown): never {
  throw isForeignKeyFault(error) ? DomainError.notFound('The workflow') : error;
}
