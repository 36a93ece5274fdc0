import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { mdiMagnify, mdiPlay, mdiPlus, mdiSitemapOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Paging } from '../../ui/paging';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { EmptyState } from '../../ui/states';
import { EnabledSwitch } from './enabled-switch';
import { LastResult } from './last-result';
import { RunDialog } from './run-dialog';
import { useTriggerName } from './use-trigger-name';
import { executionsKey, type WorkflowSummary, workflowsQuery } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

const route = getRouteApi('/shell/workflows');
const PER_PAGE = 20;

/** The workflows with their newest results, which follow the event stream. */
export function WorkflowsPage() {
  const t = useWorkflowTexts();
  const { name = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [running, setRunning] = useState<WorkflowSummary | null>(null);
  const isEngineer = useHasRole('engineer');
  const columns = useColumns(setRunning);
  useStream({
    'workflow:execution:status': ({ workflowId }) => refetchSoon(executionsKey(workflowId)),
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
        <TextInput
          mb="md"
          maw={360}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<Icon path={mdiMagnify} />}
          value={name}
          onChange={({ currentTarget }) =>
            void navigate({ search: { name: currentTarget.value || undefined }, replace: true })
          }
        />
        <QueryState query={useQuery(workflowsQuery)} height={420}>
          {(workflows) => {
            const found = workflows.filter((workflow) => contains(workflow.name, name));
            if (found.length === 0) {
              return <EmptyState title={t(name ? 'noneFound' : 'none')} icon={mdiSitemapOutline} />;
            }
            return (
              <>
                <DataTable
                  label={t('title')}
                  items={found.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
                  keyOf={({ id }) => id}
                  columns={columns}
                  onOpen={({ id }) =>
                    void navigate({ to: '/workflows/$workflowId', params: { workflowId: id }, search: {} })
                  }
                />
                <Paging
                  page={page}
                  limit={PER_PAGE}
                  total={found.length}
                  totalIsExact
                  onChange={(wanted) => void navigate({ search: { name: name || undefined, page: wanted } })}
                />
              </>
            );
          }}
        </QueryState>
      </Panel>
      {running && <RunDialog workflow={running} onClose={() => setRunning(null)} />}
    </>
  );
}

const contains = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());

function useColumns(onRun: (workflow: WorkflowSummary) => void): Column<WorkflowSummary>[] {
  const t = useWorkflowTexts();
  const triggerName = useTriggerName();
  const { dateTime } = useFormat();
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    { key: 'trigger', title: t('trigger'), render: ({ trigger }) => triggerName(trigger.type) },
    { key: 'last', title: t('lastResult'), render: ({ id }) => <LastResult workflowId={id} /> },
    { key: 'updatedAt', title: t('updatedAt'), render: ({ updatedAt }) => dateTime(updatedAt) },
    { key: 'enabled', title: t('enabled'), render: (workflow) => <EnabledSwitch workflow={workflow} /> },
    {
      key: 'run',
      title: t('runNow'),
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
