import type { NodeError } from '@app/workflow-engine';

/** What came of one run of a node, as it is recorded and shown. What is too long is cut, and then has `truncated`. */
export interface NodeResult {
  nodeId: string;
  type: string;
  name: string;
  /** `''` outside loops, `each[3]` for the fourth item of the loop `each`. */
  iteration: string;
  /** From 1; more than once by goto. */
  visit: number;
  status: 'success' | 'failed' | 'skipped';
  input: object;
  output: object | null;
  /** Milliseconds. */
  duration: number;
  /** ISO 8601 UTC. */
  startedAt: string;
  logs: string[];
  /** Tries in all. */
  attempts: number;
  error: Pick<NodeError, 'code' | 'message'> | null;
}
