import { Group, Text } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { ExecutionStatus } from './execution-status';
import type { WorkflowSummary } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

/** The newest execution of a workflow. */
export function LastResult({ workflow: { lastExecution } }: { workflow: WorkflowSummary }) {
  const t = useWorkflowTexts();
  const { dateTime } = useFormat();
  if (!lastExecution) {
    return (
      <Text size="sm" c="dimmed">
        {t('neverRun')}
      </Text>
    );
  }
  return (
    <Group gap="xs" wrap="wrap">
      <ExecutionStatus execution={lastExecution} />
      <Text size="xs" c="dimmed">
        {dateTime(lastExecution.finishedAt ?? lastExecution.startedAt)}
        {lastExecution.dryRun && ` · ${t('dryRun')}`}
      </Text>
    </Group>
  );
}
