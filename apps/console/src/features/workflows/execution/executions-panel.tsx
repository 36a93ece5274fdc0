import { SegmentedControl } from '@mantine/core';
import { mdiHistory } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../../format/use-format';
import type { Column } from '../../../ui/data-table';
import { PagedTable } from '../../../ui/paged-table';
import { EXECUTION_STATUSES } from '../execution-search';
import { ExecutionStatus } from '../execution-status';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { useTriggerName } from '../use-trigger-name';
import { type Execution, EXECUTIONS_PER_PAGE, executionsQuery } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';
import { useDuration } from './use-duration';

const route = getRouteApi('/shell/workflows/$workflowId');

/** The executions of a workflow, newest first. */
export function ExecutionsPanel({ workflowId }: { workflowId: string }) {
  const t = useWorkflowTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const statuses = ['all', ...EXECUTION_STATUSES] as const;
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t('status')}
        data={statuses.map((value) => ({ value, label: t(value) }))}
        value={search.status ?? 'all'}
        onChange={(value) =>
          void navigate({ search: { status: EXECUTION_STATUSES.find((status) => status === value) } })
        }
      />
      <PagedTable
        label={t('executions')}
        query={useQuery(executionsQuery(workflowId, search))}
        height={300}
        page={search.page}
        limit={EXECUTIONS_PER_PAGE}
        none={t(search.status ? 'noExecutionsFound' : 'noExecutions')}
        icon={mdiHistory}
        columns={columns}
        onOpen={({ id }) =>
          void navigate({
            to: '/workflows/$workflowId/executions/$executionId',
            params: { workflowId, executionId: id },
          })
        }
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      />
    </>
  );
}

function useColumns(): Column<Execution>[] {
  const t = useWorkflowTexts();
  const triggerName = useTriggerName();
  const duration = useDuration();
  const messageText = useMessageText();
  const { dateTime } = useFormat();
  return [
    {
      key: 'startedAt',
      title: t('startedAt'),
      render: ({ startedAt }) => (startedAt ? dateTime(startedAt, 'medium') : t('queuedState')),
    },
    { key: 'status', title: t('status'), render: (execution) => <ExecutionStatus execution={execution} /> },
    { key: 'trigger', title: t('trigger'), render: ({ trigger }) => triggerName(trigger) },
    {
      key: 'kind',
      title: t('kind'),
      render: ({ dryRun, retryOf }) => t(dryRun ? 'dryRun' : retryOf ? 'retry' : 'realRun'),
    },
    {
      key: 'duration',
      title: t('duration'),
      align: 'right',
      render: ({ startedAt, finishedAt }) =>
        startedAt && finishedAt ? duration(Date.parse(finishedAt) - Date.parse(startedAt)) : '–',
    },
    { key: 'error', title: t('error'), render: ({ failure }) => (failure ? messageText(failure) : '–') },
  ];
}
