import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { ExecutionStatus } from './execution-status';
import { lastExecutionQuery } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

/** The newest execution of a workflow. */
export function LastResult({ workflowId }: { workflowId: string }) {
  const t = useWorkflowTexts();
  const { dateTime } = useFormat();
  const { data, isError } = useQuery(lastExecutionQuery(workflowId));
  if (data === undefined) return <Text size="sm">{isError ? '–' : '…'}</Text>;
  if (data === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('neverRun')}
      </Text>
    );
  }
  return (
    <Group gap="xs" wrap="wrap">
      <ExecutionStatus execution={data} />
      <Text size="xs" c="dimmed">
        {dateTime(data.finishedAt ?? data.startedAt)}
      </Text>
    </Group>
  );
}
