import { Environment } from '@app/config';
import { type ExecutionWaitEntity, inTransaction, untilKnown, WorkflowExecutionEntity } from '@app/entities';
import { Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { recordedTriggerData } from '../record/trigger-data';
import { WorkflowsService } from '../../workflows/workflows.service';
import { resumeTokenHash } from './resume-addresses';
import { findWaitByToken, meetWaits } from './waits.queries';

/** The person is unknown, because the address is the only permission. */
const CALLER = { userId: null, name: 'one-time address' };

/** The names that are shown to a person before they resume an execution. */
export interface ResumableWait {
  workflowName: string;
  nodeName: string;
}

/** Resumes executions by their one-time addresses. The address itself is the permission. */
@Injectable()
export class WaitResumptionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly workflows: WorkflowsService,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly audit: AuditService,
  ) {}

  /**
   * Describes the wait behind a token. Changes nothing.
   * @throws DomainError not_found; conflict if the wait has ended
   */
  async find(token: string): Promise<ResumableWait> {
    const { manager } = this.dataSource;
    const wait = await findWaitByToken(manager, resumeTokenHash(token));
    const execution = wait && (await manager.findOneBy(WorkflowExecutionEntity, { id: wait.executionId }));
    if (!wait || !execution) throw unknownAddress();
    this.assertOpen(wait, execution.status === 'running');
    const { workflowId, revision } = execution;
    const { graph } = await this.workflows.readForExecution(workflowId, revision);
    const { definition } = graph.node(wait.nodeId);
    const workflowName = (await this.workflows.nameOf(workflowId)) ?? '';
    return { workflowName, nodeName: definition.name ?? definition.id };
  }

  /**
   * Resumes the node that waits for a call. If several calls race, exactly one succeeds.
   * @param data becomes the data of the node's output
   * @throws DomainError not_found; conflict if the wait has ended
   */
  async resume(token: string, data: unknown): Promise<void> {
    const text = recordedTriggerData(data, this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS);
    const hash = resumeTokenHash(token);
    const atMs = this.clock.nowMs();
    const woken = await untilKnown((isFirst) =>
      inTransaction(this.dataSource, async (manager) => {
        const wait = await findWaitByToken(manager, hash);
        if (!wait) throw unknownAddress();
        // The first attempt was committed, although the response of the database was lost.
        if (!isFirst && wait.status === 'met' && wait.data === text) return [];
        this.assertOpen(wait, true);
        const { executionId, stepKey } = wait;
        const met = await meetWaits(manager, [{ executionId, stepKey, data: text }], atMs);
        if (met.length === 0) this.refuse(await findWaitByToken(manager, hash));
        const record = { action: 'execution.resumed', target: executionId, after: { nodeId: wait.nodeId } };
        await this.audit.record(CALLER, record, manager);
        return met;
      }),
    );
    this.dispatcher.woken(woken);
  }

  /** @throws DomainError */
  private assertOpen(wait: ExecutionWaitEntity, isRunning: boolean): void {
    if (wait.status !== 'waiting' || wait.expiresAt.getTime() <= this.clock.nowMs()) this.refuse(wait);
    if (!isRunning) throw unknownAddress();
  }

  /**
   * Throws the error for a wait that cannot be resumed. If the wait is still open, its execution has ended, so its
   * address is no longer valid.
   */
  private refuse(wait: ExecutionWaitEntity | null): never {
    if (wait?.status === 'met') {
      throw new DomainError(
        'conflict',
        'already_resumed',
        'This address has already been used. It works only once.',
      );
    }
    const isOver = wait !== null && wait.expiresAt.getTime() <= this.clock.nowMs();
    if (wait?.status !== 'timedOut' && !isOver) throw unknownAddress();
    throw new DomainError('conflict', 'wait_timed_out', 'This address has expired.');
  }
}

function unknownAddress(): DomainError {
  const message = 'There is no such address, or its execution has ended.';
  return new DomainError('not_found', 'not_found', message);
}
