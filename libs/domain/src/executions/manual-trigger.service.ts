import { type Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { IdempotencyService } from '../idempotency/idempotency.service';
import { type TriggeredWorkflow, WorkflowsService } from '../workflows/workflows.service';
import { ExecutionIntake } from './execution-intake.service';
import type { ExecutionRequest } from './execution-request';

export interface ManualInput {
  /** Becomes the `triggerData` of the execution. */
  input?: object;
  /** Leaves out what acts on the world. */
  dryRun?: boolean;
}

/** Sets workflows going by the word of people. */
@Injectable()
export class ManualTriggerService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly intake: ExecutionIntake,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Runs a workflow, whatever its trigger, enabled or not.
   * @param requestKey of a request that may be repeated: within 24 hours the same user's next one is given the first answer
   * @returns the id of the execution, which is written
   * @throws DomainError not_found; `workflow_draft`; unavailable where the queue does not answer
   */
  async trigger(actor: Actor, workflowId: string, given: ManualInput, requestKey?: string): Promise<string> {
    // Before the transaction, which would hold one connection and wait for another.
    const workflow = await this.workflows.findById(workflowId);
    if (!workflow) throw DomainError.notFound('The workflow');
    if (requestKey === undefined) return this.intake.accept(requestTo(workflow, given));
    const { input = {}, dryRun = false } = given;
    const { answer, repeated } = await this.idempotency.answer(
      `trigger/${actor.userId ?? actor.name}/${workflowId}`,
      requestKey,
      { input, dryRun },
      async (manager) => ({ executionId: await this.intake.accept(requestTo(workflow, given), manager) }),
    );
    if (!repeated) this.intake.announce([{ id: answer.executionId, workflowId }]);
    return answer.executionId;
  }
}

/** @throws DomainError `workflow_draft` */
function requestTo(
  { id: workflowId, revision, draft }: TriggeredWorkflow,
  { input = {}, dryRun }: ManualInput,
): ExecutionRequest {
  if (draft) {
    throw new DomainError('conflict', 'workflow_draft', 'The workflow is a draft: its problems come first.');
  }
  return { workflowId, revision, trigger: 'manual', triggerData: input, dryRun };
}
