import { defineEvent } from '../define-event';

export interface ExecutionsWoken {
  executionIds: string[];
}

/** Waits of these executions have ended. */
export const executionsWoken = defineEvent<ExecutionsWoken>('executions-woken');
