import { requireRow } from '@app/entities';
import { type Actor, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service';
import { type TriggeredWorkflow, WorkflowsService } from '../../workflows/workflows.service';
import { ExecutionIntakeService } from './execution-intake.service';
import type { ExecutionRequest } from './execution-request';

export interface ManualInput {
  /** Becomes the `triggerData` of the execution. */
  input?: object;
  /** Skips nodes that act on the world. */
  dryRun?: boolean;
}

/** Starts workflows on behalf of users. */
@Injectable()
export class ManualTriggerService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly intake: ExecutionIntakeService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Starts a workflow with any type of trigger, enabled or not.
   * @param requestKey identifies a request. If the same user repeats it within 24 hours, they get the first response
   *   again
   * @returns the id of the committed execution
   * @throws DomainError not_found; `workflow_draft`; unavailable if the queue is unreachable
   */
  async trigger(actor: Actor, workflowId: string, given: ManualInput, requestKey?: string): Promise<string> {
    // Read before the transaction starts: a read inside it would wait for a second connection while the first is held.
    const workflow = await requireRow(this.workflows.findById(workflowId), 'The workflow');
    if (requestKey === undefined) return this.intake.accept(requestTo(workflow, given));
    const { input = {}, dryRun = false } = given;
    const { answer, repeated } = await this.idempotency.answer(
      `trigger/${actor.scope}/${workflowId}`,
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
    throw new DomainError(
      'conflict',
      'workflow_draft',
      'The workflow is a draft. Fix its problems before you run it.',
    );
  }
  return { workflowId, revision, trigger: 'manual', triggerData: input, dryRun };
}
