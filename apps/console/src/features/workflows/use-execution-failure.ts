import { defineTranslations } from '../../i18n/define-texts';
import { useFailureText } from '../../ui/failures/use-failure-text';
import { NODE_FAILURES, type NodeFailure } from './node-failures';
import type { NodeResult } from './workflows.queries';

const useNodeFailureTranslations = defineTranslations<NodeFailure>('nodeFailures', NODE_FAILURES);

/** The id of the node that has failed, and the message. */
const AT_NODE = /^([\w.-]{1,64}): (.+)$/s;

/** Returns a function that translates why an execution has failed. */
export function useExecutionFailureText(): (error: string) => string {
  const failureText = useFailureText();
  return (error) => {
    const [, nodeId, message] = AT_NODE.exec(error) ?? [];
    return nodeId && message ? `${nodeId}: ${failureText(message)}` : failureText(error);
  };
}

interface NodeFailureTexts {
  /** The cause of the failure. */
  text: string;
  /** The message of the API, if `text` does not contain its details. */
  details: string | null;
}

/** Returns a function that explains why a node has failed. */
export function useNodeFailure(): (error: NonNullable<NodeResult['error']>) => NodeFailureTexts {
  const failureText = useFailureText();
  const t = useNodeFailureTranslations();
  return ({ code, message }) => {
    const translated = failureText(message);
    const isExplained = t && translated === message && Object.hasOwn(NODE_FAILURES, code);
    if (!isExplained) return { text: translated, details: null };
    return { text: t(code as NodeFailure), details: message };
  };
}
