import { hideSecrets } from '@app/kernel';
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
  /** Empty where it never got as far. */
  input: object;
  /** Empty where it gave none: it failed, or was skipped. */
  output: object;
  /** Milliseconds. */
  duration: number;
  /** ISO 8601 UTC. */
  startedAt: string;
  logs: string[];
  /** Tries in all. */
  attempts: number;
  /** Where it failed or was skipped. */
  error: Pick<NodeError, 'code' | 'message'> | null;
}

interface Results {
  /** Any JSON. */
  triggerData: unknown;
  nodeResults: NodeResult[];
}

/** Results as they are shown, to any role: the credentials with which nodes were configured are masked throughout. */
export function shownResults({ triggerData, nodeResults }: Results): Results {
  const shown = hideSecrets({
    results: nodeResults.map(({ input, output, logs, error }) => ({ input, output, logs, error })),
    triggerData,
  });
  return {
    triggerData: shown.triggerData,
    nodeResults: nodeResults.map((result, index) => ({ ...result, ...shown.results[index] })),
  };
}
