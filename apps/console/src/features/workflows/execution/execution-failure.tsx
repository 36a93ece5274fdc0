import { Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import { useExecutionFailureText, useNodeFailure } from '../use-execution-failure';
import type { NodeResult } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';

interface ExecutionFailureProps {
  error: string;
  results: readonly NodeResult[];
}

/** Why an execution has failed. If a node is the cause, the code of its error is explained. */
export function ExecutionFailure({ error, results }: ExecutionFailureProps) {
  const t = useWorkflowTexts();
  const failureText = useExecutionFailureText();
  const explain = useNodeFailure();
  const cause = results.findLast((result) => error === `${result.nodeId}: ${result.error?.message}`);
  const { text, details } = cause?.error ? explain(cause.error) : { text: failureText(error), details: null };
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
