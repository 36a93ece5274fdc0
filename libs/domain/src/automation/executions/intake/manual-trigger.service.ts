import { Environment } from '@app/config';
import { requireRow } from '@app/entities';
import { type Actor, DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service';
import { assertNotDraft } from '../../workflows/workflow';
import { type TriggeredWorkflow, WorkflowsService } from '../../workflows/workflows.service';
import { DryRunStart } from './dry-run-start';
import { ExecutionIntakeService } from './execution-intake.service';
import type { ExecutionRequest, GivenOutputs } from './execution-request';
import { checkedOutputs } from './given-outputs';
import type { AcceptedExecution } from './new-execution';

export interface ManualInput {
  /**
   * Becomes the `triggerData` of the execution. Default: an empty object; for a dry run, the data with which the trigger
   * would start the workflow now.
   */
  input?: object;
  /** If true, nodes with side effects are skipped. */
  dryRun?: boolean;
  /** ISO 8601: the time at which a dry run begins by its own clock. Default: the current time. */
  at?: string;
  /** Outputs by node id. A dry run uses them instead of running these nodes. */
  outputs?: object;
}

/** Starts workflows on behalf of users. */
@Injectable()
export class ManualTriggerService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly intake: ExecutionIntakeService,
    private readonly idempotency: IdempotencyService,
    private readonly environment: Environment,
    private readonly dryRuns: DryRunStart,
  ) {}

  /**
   * Starts a workflow. The workflow may be disabled, and may have any type of trigger.
   * @param requestKey idempotency key. If the same user repeats the request within 24 hours, they get the first
   *   response again
   * @returns the id of the committed execution
   * @throws DomainError not_found; `workflow_draft`; invalid if the outputs do not fit the workflow; `workflow_busy` or
   *   `workflow_queue_full` if its mode refuses the execution; unavailable if the queue is unreachable
   */
  async trigger(actor: Actor, workflowId: string, given: ManualInput, requestKey?: string): Promise<string> {
    // Read the workflow before the transaction starts. A read during the transaction would need a second connection
    // while the first one is held.
    const workflow = await requireRow(this.workflows.findById(workflowId), 'The workflow');
    if (requestKey === undefined) return this.intake.accept(await this.requestTo(workflow, given));
    const { input = {}, dryRun = false, at, outputs } = given;
    // Only a new request may be refused: a repeat gets the first response, even if the workflow has changed since.
    const [request] = await Promise.allSettled([this.requestTo(workflow, given)]);
    let changes: AcceptedExecution[] = [];
    const { answer, repeated } = await this.idempotency.answer(
      `trigger/${actor.scope}/${workflowId}`,
      requestKey,
      { input, dryRun, ...(at !== undefined && { at }), ...(outputs && { outputs }) },
      async (manager) => {
        if (request.status === 'rejected') throw request.reason;
        const intake = await this.intake.acceptIn(manager, request.value);
        changes = intake.changes;
        return { executionId: intake.executionId };
      },
    );
    if (!repeated) this.intake.announce(changes);
    return answer.executionId;
  }

  private async requestTo(workflow: TriggeredWorkflow, given: ManualInput): Promise<ExecutionRequest> {
    const { id: workflowId, revision, mode } = workflow;
    const { input, dryRun = false, at } = given;
    assertNotDraft(workflow);
    if (at !== undefined && !dryRun) throw onlyInDryRun('at');
    const givenOutputs = await this.outputsOf(workflow, given);
    const start = dryRun ? await this.dryRuns.read(workflow, input, at) : { triggerData: input ?? {} };
    const manual = { trigger: 'manual', clientWaits: true } as const;
    return { ...manual, workflowId, revision, mode, dryRun, givenOutputs, ...start };
  }

  private async outputsOf(
    { id, revision }: TriggeredWorkflow,
    { outputs, dryRun = false }: ManualInput,
  ): Promise<GivenOutputs | undefined> {
    if (!outputs || Object.keys(outputs).length === 0) return undefined;
    if (!dryRun) throw onlyInDryRun('outputs');
    const { graph } = await this.workflows.readForExecution(id, revision);
    return checkedOutputs(graph, outputs, this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS);
  }
}

function onlyInDryRun(path: string): DomainError {
  return DomainError.ofField(path, say('only_in_dry_run'));
}
