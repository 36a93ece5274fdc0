import { useMemo, useState } from 'react';
import { Anchor, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useFormat } from '../../../format/use-format';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { ExecutionStatus } from '../execution-status';
import { graphOf } from '../graph/definition';
import { WorkflowGraph } from '../graph/workflow-graph';
import { useTriggerName } from '../use-trigger-name';
import { useExecution } from '../use-execution';
import { type ExecutionDetail, revisionQuery, type Workflow, workflowQuery } from '../workflows.queries';
import { useWorkflowTexts } from '../workflows.texts';
import { ExecutionActions } from './execution-actions';
import { ExecutionFailure } from './execution-failure';
import { NodeRuns } from './node-runs';
import { Replay } from './replay';
import { notesOfResults } from './result-notes';

const route = getRouteApi('/shell/workflows/$workflowId/executions/$executionId');

/** One execution on the graph that it runs, also if the workflow has changed since. It follows the execution. */
export function ExecutionPage() {
  const { workflowId, executionId } = route.useParams();
  const execution = useExecution(workflowId, executionId);
  const workflow = useQuery(workflowQuery(workflowId));
  return (
    <QueryState query={workflow} height={600}>
      {(definition) => (
        <QueryState query={execution} height={600}>
          {(detail) => <Details key={executionId} workflow={definition} execution={detail} />}
        </QueryState>
      )}
    </QueryState>
  );
}

interface DetailsProps {
  workflow: Workflow;
  execution: ExecutionDetail;
}

function Details({ workflow, execution }: DetailsProps) {
  const t = useWorkflowTexts();
  const { failure, revision } = execution;
  return (
    <Stack gap="md">
      <PageHeader
        title={t('executionOf', { name: workflow.name })}
        description={<Facts execution={execution} workflow={workflow} />}
        actions={<ExecutionActions execution={execution} />}
      />
      {failure && <ExecutionFailure failure={failure} results={execution.nodeResults} />}
      <QueryState query={useQuery(revisionQuery(workflow.id, revision))} height={480}>
        {(ran) => (
          <>
            {!isSameGraph(ran, workflow) && (
              <Notice tone="caution">
                {t('otherRevision', { ran: revision, current: workflow.revision })}
              </Notice>
            )}
            <Run name={workflow.name} definition={ran} execution={execution} />
          </>
        )}
      </QueryState>
    </Stack>
  );
}

type Definition = Pick<Workflow, 'nodes' | 'edges' | 'notes'>;

/** A revision with another name or mode has the same graph. */
function isSameGraph(one: Definition, other: Definition): boolean {
  return JSON.stringify([one.nodes, one.edges]) === JSON.stringify([other.nodes, other.edges]);
}

interface RunProps {
  name: string;
  definition: Definition;
  execution: ExecutionDetail;
}

/** The graph with the results of its nodes, and the results in order. */
function Run({ name, definition, execution }: RunProps) {
  const t = useWorkflowTexts();
  const { nodeResults, status } = execution;
  const [selected, setSelected] = useState<string>();
  /** Undefined to show all results. */
  const [step, setStep] = useState<number>();
  const graph = useMemo(() => graphOf(definition), [definition]);
  const notes = useMemo(
    () => notesOfResults(graph, nodeResults, status, step),
    [graph, nodeResults, status, step],
  );
  const shown = nodeResults.slice(0, step).filter(({ nodeId }) => !selected || nodeId === selected);
  return (
    <Grid gutter="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="sm">
          <WorkflowGraph
            label={t('graphOf', { name })}
            height="clamp(280px, 50vh, 640px)"
            graph={graph}
            notes={notes}
            isReplay
            selected={selected}
            onSelect={setSelected}
          />
          {nodeResults.length > 1 && <Replay results={nodeResults} step={step} onChange={setStep} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Panel
          title={selected ? t('runsOf', { node: nameOf(graph, selected) }) : t('allRuns')}
          actions={
            selected && (
              <Anchor component="button" size="sm" onClick={() => setSelected(undefined)}>
                {t('showAll')}
              </Anchor>
            )
          }
        >
          <NodeRuns results={shown} triggerData={selected ? undefined : execution.triggerData} />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

const nameOf = ({ nodes }: ReturnType<typeof graphOf>, id: string): string =>
  nodes.find((node) => node.id === id)?.name || id;

function Facts({ workflow, execution }: DetailsProps) {
  const t = useWorkflowTexts();
  const { dateTime } = useFormat();
  const triggerName = useTriggerName();
  const { startedAt, trigger, dryRun, retryOf } = execution;
  return (
    <Group gap="xs">
      <ExecutionStatus execution={execution} />
      <Text size="sm">
        {startedAt && dateTime(startedAt, 'medium')} · {triggerName(trigger)}
        {dryRun && ` · ${t('dryRun')}`}
      </Text>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to="/workflows/$workflowId" params={{ workflowId: workflow.id }} search={{}} />
        )}
      >
        {t('toWorkflow')}
      </Anchor>
      {retryOf && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/workflows/$workflowId/executions/$executionId"
              params={{ workflowId: workflow.id, executionId: retryOf }}
            />
          )}
        >
          {t('toFirst')}
        </Anchor>
      )}
    </Group>
  );
}
