import { Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import type { Failure } from '../../../api/plantroom';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { useNodeFailure } from '../use-execution-failure';
import type { NodeResult } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';

interface ExecutionFailureProps {
  failure: Failure;
  results: readonly NodeResult[];
}

/** Why an execution has failed. If a node is the cause, the code of its error is explained. */
export function ExecutionFailure({ failure, results }: ExecutionFailureProps) {
  const t = useWorkflowTexts();
  const messageText = useMessageText();
  const explain = useNodeFailure();
  const cause = results.findLast(({ nodeId, error }) => failure.message === `${nodeId}: ${error?.message}`);
  const { text, details } = cause?.error
    ? explain(cause.error)
    : { text: messageText(failure), details: null };
  return (
    <Notice tone="critical" title={t('failed')}>
      {cause ? `${cause.nodeId}: ${text}` : text}
      {details && (
        <Text size="xs" c="dimmed" lang="en">
          {details}
        </Text>
      )}
    </Notice>
  );
}
