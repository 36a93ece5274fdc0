import { defineTranslations } from '../../i18n/define-texts';
import { reasonOf, useMessageText } from '../../ui/messages/use-message-text';
import { NODE_FAILURES, type NodeFailure } from './node-failures';
import type { NodeResult } from './workflows.queries';

const useNodeFailureTranslations = defineTranslations<NodeFailure>('nodeFailures', NODE_FAILURES);

interface NodeFailureTexts {
  /** The cause of the failure. */
  text: string;
  /** The message of the API, if `text` does not contain its details. */
  details: string | null;
}

/** Returns a function that explains why a node has failed. */
export function useNodeFailure(): (error: NonNullable<NodeResult['error']>) => NodeFailureTexts {
  const messageText = useMessageText();
  const t = useNodeFailureTranslations();
  return (error) => {
    const { code, message } = error;
    const translated = messageText(reasonOf(error));
    const isExplained = t && translated === message && Object.hasOwn(NODE_FAILURES, code);
    if (!isExplained) return { text: translated, details: null };
    return { text: t(code as NodeFailure), details: message };
  };
}
