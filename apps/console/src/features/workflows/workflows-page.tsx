import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { mdiPlay, mdiPlus, mdiSitemapOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import type { Column } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { SearchField } from '../../ui/search-field';
import { EnabledSwitch } from './enabled-switch';
import { LastResult } from './last-result';
import { RunDialog } from './run-dialog';
import { useTriggerName } from './use-trigger-name';
import {
  WORKFLOW_LISTS,
  type WorkflowSummary,
  WORKFLOWS_PER_PAGE,
  workflowsQuery,
} from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

const route = getRouteApi('/shell/workflows');

/** The workflows with their newest results, which follow the event stream. */
export function WorkflowsPage() {
  const t = useWorkflowTexts();
  const { search, page } = route.useSearch();
  const navigate = route.useNavigate();
  const [running, setRunning] = useState<WorkflowSummary | null>(null);
  const isEngineer = useHasRole('engineer');
  const columns = useColumns(setRunning);
  useStream({
    'workflow:execution:status': () => refetchSoon(WORKFLOW_LISTS),
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          isEngineer && (
            <Button
              leftSection={<Icon path={mdiPlus} />}
              onClick={() => void navigate({ to: '/workflows/new', search: {} })}
            >
              {t('newWorkflow')}
            </Button>
          )
        }
      />
      <Panel>
        <Group mb="md">
          <SearchField
            label={t('search')}
            maxLength={254}
            text={search ?? ''}
            onChange={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
          />
        </Group>
        <PagedTable
          label={t('title')}
          query={useQuery(workflowsQuery({ search, page }))}
          page={page}
          limit={WORKFLOWS_PER_PAGE}
          none={t(search ? 'noneFound' : 'none')}
          icon={mdiSitemapOutline}
          columns={columns}
          onOpen={({ id }) =>
            void navigate({ to: '/workflows/$workflowId', params: { workflowId: id }, search: {} })
          }
          onPage={(wanted) => void navigate({ search: (before) => ({ ...before, page: wanted }) })}
        />
      </Panel>
      {running && <RunDialog workflow={running} onClose={() => setRunning(null)} />}
    </>
  );
}

function useColumns(onRun: (workflow: WorkflowSummary) => void): Column<WorkflowSummary>[] {
  const t = useWorkflowTexts();
  const triggerName = useTriggerName();
  const { dateTime } = useFormat();
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    { key: 'trigger', title: t('trigger'), render: ({ trigger }) => triggerName(trigger.type) },
    { key: 'last', title: t('lastResult'), render: (workflow) => <LastResult workflow={workflow} /> },
    { key: 'updatedAt', title: t('updatedAt'), render: ({ updatedAt }) => dateTime(updatedAt) },
    { key: 'enabled', title: t('enabled'), render: (workflow) => <EnabledSwitch workflow={workflow} /> },
    {
      key: 'run',
      title: t('actions'),
      render: (workflow) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon path={mdiPlay} size={16} />}
          aria-label={t('runTitle', { name: workflow.name })}
          disabled={workflow.problems.length > 0}
          onClick={() => onRun(workflow)}
        >
          {t('runNow')}
        </Button>
      ),
    },
  ];
}
