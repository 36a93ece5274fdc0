import { SecretValues } from '@app/kernel';
import type { CalledExecution, CallPortRequest, WorkflowsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { WorkflowCallsService } from '../calls/workflow-calls.service';

/**
 * Runs workflows on behalf of nodes. If the input of a called workflow contains secrets of the
 * environment, they are masked in the stored input.
 */
@Injectable()
export class ExecutionCalls implements WorkflowsPort {
  constructor(
    private readonly calls: WorkflowCallsService,
    private readonly secrets: SecretValues,
  ) {}

  check(workflowId: string): Promise<void> {
    return this.calls.check(workflowId);
  }

  call(request: CallPortRequest): Promise<CalledExecution> {
    const input = JSON.parse(this.secrets.hide(JSON.stringify(request.input))) as CallPortRequest['input'];
    return this.calls.call({ ...request, input });
  }
}
