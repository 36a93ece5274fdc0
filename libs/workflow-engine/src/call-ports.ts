import { type Message } from '@app/kernel';
import type { ExecutionRef } from './execution-ref';
import type { Json, JsonObject } from './json';

export interface CallPortRequest {
  workflowId: string;
  /** The trigger data of the new execution. */
  input: JsonObject;
  /** Unique to the attempt of the node. Repeats with the same key return the same execution. */
  key: string;
  /** True if the calling execution waits for the end of the new one. */
  isAwaited: boolean;
  execution: ExecutionRef;
  /** How far the clock of the calling dry run, and of its call, is ahead of the real clock. Default: 0. */
  clockOffsetMs?: number;
}

/** An execution that was started by another execution. */
export interface CalledExecution {
  id: string;
  /** `deleted` if the execution has ended and its record was deleted. */
  status: 'running' | 'success' | 'failed' | 'deleted';
  /**
   * The output of its `end` node. Null if the execution has not ended successfully, or ended without reaching an `end`
   * node.
   */
  output: Json;
  error: Message | null;
  /** When it was started, in milliseconds since 1970. */
  startedAtMs: number;
}

/** Runs other workflows. */
export interface WorkflowsPort {
  /** @throws DomainError if the workflow does not exist or cannot run */
  check(workflowId: string): Promise<void>;
  /**
   * Starts an execution if the key is new, and returns its state. If the calling execution waits, it is woken when the
   * new execution ends.
   * @throws DomainError if the workflow does not exist or cannot run, or if the chain of calling executions is too long
   */
  call(request: CallPortRequest): Promise<CalledExecution>;
}
