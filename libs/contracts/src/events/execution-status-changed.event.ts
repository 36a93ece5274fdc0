import { defineEvent } from '../define-event';

export interface ExecutionStatusChange {
  workflowId: string;
  executionId: string;
  status: 'running' | 'success' | 'failed';
}

/** An execution was accepted, or it has ended. */
export const executionStatusChanged = defineEvent<ExecutionStatusChange>('execution-status-changed');
