import { say } from '@app/kernel';
import { TRIGGER_DESCRIPTORS } from '@app/domain';
import { EXPRESSION_FUNCTIONS } from '@app/workflow-engine';
import { delayNode, describeNode } from '@app/workflow-nodes';
import { NodesDto } from '../../features/nodes/nodes.dto';
import { DeliveryDto } from '../../features/webhooks/webhooks.dto';
import {
  ExecutionDetailDto,
  ExecutionDto,
  ExecutionIdsDto,
  ExecutionStartedDto,
  ExecutionsRemovedDto,
  ManualTriggerDto,
} from '../../features/workflows/execution.dto';
import {
  ToggleDto,
  WorkflowChangesDto,
  WorkflowCheckDto,
  WorkflowInputDto,
  type WorkflowNodeDto,
} from '../../features/workflows/workflow-input.dto';
import { ExpressionDto, ExpressionValueDto } from '../../features/workflows/expression.dto';
import {
  ToggledDto,
  WorkflowCheckResultDto,
  WorkflowDto,
  WorkflowRevisionDto,
  WorkflowSummaryDto,
} from '../../features/workflows/workflow.dto';
import { ExampleSet, type Wire } from '../example-set';

const WORKFLOW = '0195d1c4-7a20-7c31-9d52-3b8e6f0a1c47';
const EXECUTION = '0195e0b2-16f4-7e8a-8c05-52d7a94b3e60';

const nodes: Wire<WorkflowNodeDto>[] = [
  { id: 'start', type: 'start', config: {} },
  {
    id: 'off',
    type: 'set_point',
    name: 'Switch the lights off',
    config: { code: 'F{{ triggerData.floor }}.EAST.LIGHT.SWITCH', value: false },
    onError: { action: 'retry', retryCount: 3, retryDelayMs: 5000 },
  },
];
const edges = [{ id: 'edge-1', source: 'start', target: 'off' }];

const summary: Wire<WorkflowSummaryDto> = {
  id: WORKFLOW,
  name: 'Lights out',
  description: 'Switches off the lights of a floor that everyone has left.',
  enabled: true,
  mode: 'single',
  skipped: { count: 0, lastAt: null },
  trigger: { type: 'webhook', config: { secret: '********', allowedIps: ['192.0.2.0/24'] } },
  webhookSlug: '9KfQ2mVxT7sLbR4wYcZ1pHdGnJ8uEaXo',
  webhookId: 'tB5yWq0ZkN3rVjM8sXdLfC1hPgUeA6oI',
  webhookSecret: '********',
  problems: [],
  revision: 3,
  createdAt: '2026-02-11T09:20:00.000Z',
  updatedAt: '2026-03-02T14:05:31.770Z',
};

const execution: Wire<ExecutionDto> = {
  id: EXECUTION,
  workflowId: WORKFLOW,
  status: 'success',
  startedAt: '2026-03-29T19:40:10.004Z',
  finishedAt: '2026-03-29T19:40:10.311Z',
  trigger: 'webhook',
  revision: 3,
  dryRun: false,
  retryOf: null,
  parentId: null,
  error: null,
  failure: null,
};

const lightSwitch = { code: 'F2.EAST.LIGHT.SWITCH', value: false };

/** Workflows, executions and webhooks. */
export const WORKFLOW_EXAMPLES = new ExampleSet()
  .add(
    WorkflowInputDto,
    {
      name: 'Lights out',
      description: summary.description,
      trigger: { type: 'webhook', config: { allowedIps: ['192.0.2.0/24'] } },
      nodes,
      edges: [{ source: 'start', target: 'off' }],
    },
    'Started by a webhook',
  )
  .add(
    WorkflowInputDto,
    {
      name: 'Night setback',
      trigger: { type: 'schedule', config: { cron: '0 22 * * *', timezone: 'Europe/Berlin' } },
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'lower', type: 'set_point', config: { code: 'AHU1.SUPPLY.TEMP_SP', value: 17 } },
      ],
      edges: [{ source: 'start', target: 'lower' }],
    },
    'Started by a schedule',
  )
  .add(
    WorkflowInputDto,
    {
      name: 'Fresh air',
      trigger: { type: 'state_change', config: { watch: ['*.ZONE.CO2'], condition: 'value > 900' } },
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'occupied', type: 'condition', config: { expression: 'triggerData.value < 5000' } },
        { id: 'fan', type: 'set_point', config: { code: 'AHU1.FAN.CMD', value: true } },
      ],
      edges: [
        { source: 'start', target: 'occupied' },
        { source: 'occupied', target: 'fan', label: 'true' },
      ],
      notes: [{ text: 'Ask Anna before you change the limit.', x: 300, y: -120 }],
    },
    'Started by a point',
  )
  .add(WorkflowChangesDto, { name: 'Lights out at night' })
  .add(WorkflowCheckDto, { nodes, edges: [{ source: 'start', target: 'of' }] })
  .add(WorkflowCheckResultDto, {
    problems: [{ path: 'edges[0].target', ...say('not_node', { id: '"of"' }) }],
    warnings: [],
  })
  .add(ExpressionDto, {
    text: 'nodeOutputs.weather.body.outside < 16',
    kind: 'expression',
    data: { nodeOutputs: { weather: { status: 200, body: { outside: 12.5 } } } },
  })
  .add(ExpressionValueDto, { value: true, error: null })
  .add(WorkflowSummaryDto, summary)
  .add(
    WorkflowSummaryDto,
    {
      ...summary,
      lastExecution: {
        id: EXECUTION,
        status: execution.status,
        startedAt: execution.startedAt,
        finishedAt: execution.finishedAt,
        dryRun: execution.dryRun,
      },
    },
    'With `lastExecution=true`',
  )
  .add(WorkflowRevisionDto, {
    workflowId: WORKFLOW,
    revision: 3,
    trigger: summary.trigger,
    nodes,
    edges,
    createdAt: '2026-03-02T14:05:31.770Z',
  })
  .add(WorkflowDto, { ...summary, nodes, edges, warnings: [] })
  .add(ToggleDto, { enabled: false })
  .add(ToggledDto, { id: WORKFLOW, enabled: false })
  .add(NodesDto, {
    nodes: [describeNode(delayNode)],
    triggers: TRIGGER_DESCRIPTORS.filter(({ type }) => type === 'sun'),
    functions: EXPRESSION_FUNCTIONS.filter(({ name }) => name === 'Math.max'),
  })
  .add(ManualTriggerDto, {
    input: { floor: 2 },
    dryRun: true,
    at: '2026-12-24T20:30:00Z',
    outputs: { weather: { status: 200, headers: {}, body: { outside: 35 } } },
  })
  .add(ExecutionStartedDto, { executionId: EXECUTION })
  .add(DeliveryDto, { executionId: EXECUTION })
  .add(ExecutionIdsDto, { ids: [EXECUTION] })
  .add(ExecutionsRemovedDto, { deletedCount: 1 })
  .add(ExecutionDto, execution)
  .add(ExecutionDetailDto, {
    ...execution,
    triggerData: { floor: 2 },
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, query: {} },
    nodeResults: [
      {
        nodeId: 'off',
        type: 'set_point',
        name: 'Switch the lights off',
        iteration: '',
        visit: 1,
        status: 'success',
        input: lightSwitch,
        output: { ...lightSwitch, readBack: false, quality: 'good', confirmed: true },
        duration: 84,
        startedAt: '2026-03-29T19:40:10.201Z',
        logs: ['Wrote false to F2.EAST.LIGHT.SWITCH.'],
        attempts: 1,
        error: null,
      },
    ],
  });
