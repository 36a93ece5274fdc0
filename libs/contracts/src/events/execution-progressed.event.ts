import { defineEvent } from '../define-event';

export interface ExecutionProgress {
  workflowId: string;
  executionId: string;
}

/** Results of nodes were saved, and the execution has not ended. */
export const executionProgressed = defineEvent<ExecutionProgress>('execution-progressed');
