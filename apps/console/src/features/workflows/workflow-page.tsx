import { useMemo, useState } from 'react';
import { Button, Stack } from '@mantine/core';
import { mdiPencilOutline, mdiPlay } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { refetchSoon, useStream } from '../../api/use-stream';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { DeleteWorkflow } from './delete-workflow';
import { EnabledSwitch } from './enabled-switch';
import { ExecutionsPanel } from './execution/executions-panel';
import { graphOf } from './graph/definition';
import { notesOfProblems } from './graph/problem-notes';
import { WorkflowGraph } from './graph/workflow-graph';
import { ProblemList } from './problem-list';
import { useShownProblems } from './problems/use-shown-problems';
import { RunDialog } from './run-dialog';
import { useTriggerName } from './use-trigger-name';
import { WebhookPanel } from './webhook/webhook-panel';
import { executionsKey, type Workflow, workflowQuery } from './workflows.queries';
import { useWorkflowTexts } from './workflows.texts';

const route = getRouteApi('/shell/workflows/$workflowId');

/** A workflow: its graph, its problems and its executions. */
export function WorkflowPage() {
  const { workflowId } = route.useParams();
  useStream({
    'workflow:execution:status': (event) => {
      if (event.workflowId === workflowId) refetchSoon(executionsKey(workflowId));
    },
  });
  return (
    <QueryState query={useQuery(workflowQuery(workflowId))} height={600}>
      {(workflow) => <Details workflow={workflow} />}
    </QueryState>
  );
}

function Details({ workflow }: { workflow: Workflow }) {
  const t = useWorkflowTexts();
  const triggerName = useTriggerName();
  const navigate = useNavigate();
  const isEngineer = useHasRole('engineer');
  const [isRunning, setRunning] = useState(false);
  const { name, description, trigger } = workflow;
  const { problems, warnings } = useShownProblems(workflow);
  const graph = useMemo(() => graphOf(workflow), [workflow]);
  const notes = useMemo(() => notesOfProblems(graph, problems, warnings), [graph, problems, warnings]);
  return (
    <Stack gap="md">
      <PageHeader
        title={name}
        description={[triggerName(trigger.type), description].filter(Boolean).join(' · ')}
        actions={
          <>
            <EnabledSwitch workflow={workflow} />
            {isEngineer && <DeleteWorkflow workflow={workflow} />}
            {isEngineer && (
              <Button
                variant="default"
                leftSection={<Icon path={mdiPencilOutline} />}
                onClick={() =>
                  void navigate({
                    to: '/workflows/$workflowId/edit',
                    params: { workflowId: workflow.id },
                    search: {},
                  })
                }
              >
                {t('edit')}
              </Button>
            )}
            <Button
              leftSection={<Icon path={mdiPlay} />}
              disabled={problems.length > 0}
              onClick={() => setRunning(true)}
            >
              {t('runNow')}
            </Button>
          </>
        }
      />
      <ProblemList title={t('problems')} tone="critical" problems={problems} />
      <ProblemList title={t('warnings')} tone="caution" problems={warnings} />
      <WorkflowGraph
        label={t('graphOf', { name })}
        height="clamp(280px, 50vh, 640px)"
        graph={graph}
        notes={notes}
      />
      {trigger.type === 'webhook' && <WebhookPanel workflow={workflow} />}
      <Panel title={t('executions')}>
        <ExecutionsPanel workflowId={workflow.id} />
      </Panel>
      {isRunning && <RunDialog workflow={workflow} onClose={() => setRunning(false)} />}
    </Stack>
  );
}
