import { hideSecrets } from '@app/kernel';
import type { NodeError } from '@app/workflow-engine';
import type { WebhookRequest } from './webhook-request';

/** The result of a node run, as it is stored and shown. Data that is too long is cut and marked with `truncated`. */
export interface NodeResult {
  nodeId: string;
  type: string;
  name: string;
  /** `''` outside loops; `each[3]` is the fourth item of the loop `each`. */
  iteration: string;
  /** The number of this visit to the node, starting at 1. A goto may lead to further visits. */
  visit: number;
  status: 'success' | 'failed' | 'skipped';
  /** Empty if the node's configuration was not resolved. */
  input: object;
  /** Empty if the node failed or was skipped. */
  output: object;
  /** Milliseconds. */
  duration: number;
  /** ISO 8601 UTC. */
  startedAt: string;
  logs: string[];
  /** The number of attempts, including the first. */
  attempts: number;
  /** The reason why the node failed or was skipped. */
  error: Pick<NodeError, 'code' | 'message' | 'reason'> | null;
}

interface Results {
  /** Any JSON. */
  triggerData: unknown;
  /** The request of a webhook; null for other triggers. */
  request: WebhookRequest | null;
  nodeResults: NodeResult[];
}

/** Masks credentials in results, trigger data and the request of a webhook, for every role. */
export function shownResults({ triggerData, request, nodeResults }: Results): Results {
  const shown = hideSecrets({
    results: nodeResults.map(({ input, output, logs, error }) => ({
      input,
      output,
      logs,
      error,
    })),
    triggerData,
    request,
  });
  return {
    triggerData: shown.triggerData,
    request: shown.request,
    nodeResults: nodeResults.map((result, index) => {
      const { input = {}, output = {}, logs = [], error = null } = shown.results[index] ?? {};
      return { ...result, input, output, logs, error: error && { ...error, code: result.error?.code ?? '' } };
    }),
  };
}
