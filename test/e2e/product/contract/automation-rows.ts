import { waitFor } from '../../../harness';
import { content, type ContractRow, SUCCESS } from './contract-row';
import type { ContractWorld } from './contract-world';

const PROBLEM = { path: 'string', message: 'string' };
const NODE = {
  id: 'string',
  type: 'string',
  'name?': 'string|null',
  'config?': 'object',
  'onError?': 'object|null',
  'position?': 'object|null',
};
const TRIGGER = { type: 'string', config: 'object' };
const SUMMARY = {
  id: 'string',
  name: 'string',
  description: 'string|null',
  enabled: 'boolean',
  mode: 'string',
  skipped: { count: 'number', lastAt: 'instant|null' },
  trigger: TRIGGER,
  webhookSlug: 'string',
  webhookId: 'string',
  problems: [PROBLEM, 'or empty'],
  revision: 'number',
} as const;
const GRAPH = {
  nodes: [NODE],
  edges: [{ id: 'string', source: 'string', target: 'string', 'label?': 'string' }],
  'notes?': [{ text: 'string', x: 'number', y: 'number' }],
} as const;
const WORKFLOW = { ...SUMMARY, ...GRAPH, warnings: [PROBLEM, 'or empty'] } as const;
const EXECUTION = {
  id: 'string',
  status: 'string',
  startedAt: 'instant|null',
  finishedAt: 'instant|null',
  trigger: 'string',
};
const RESULT = {
  nodeId: 'string',
  status: 'string',
  input: 'object',
  output: 'object',
  duration: 'number',
  logs: ['string', 'or empty'],
  attempts: 'number',
  error: 'object|null',
} as const;
const DATA = [
  { name: 'string', type: 'string', required: 'boolean', description: 'string', schema: 'object' },
  'or empty',
] as const;
const STARTED = { executionId: 'string' };

const chain = (node: object) => ({
  nodes: [{ id: 'start', type: 'start', config: {} }, node],
  edges: [{ source: 'start', target: 'next' }],
});
const end = chain({ id: 'next', type: 'end', config: {} });
const wait = {
  nodes: [
    { id: 'start', type: 'start', config: {} },
    { id: 'next', type: 'delay', config: { durationMs: 3_600_000 } },
    { id: 'ask', type: 'variable', config: { name: 'url', value: '{{ resumeUrl("approval") }}' } },
    { id: 'approval', type: 'wait_for', config: { call: true } },
  ],
  edges: [
    { source: 'start', target: 'next' },
    { source: 'start', target: 'ask' },
    { source: 'ask', target: 'approval' },
  ],
};

/** The token of the one-time address that the waiting execution has computed. */
const token = (world: ContractWorld) =>
  waitFor(
    async () => {
      const path = `${world.text('workflow.id')}/executions/${world.text('waiting.executionId')}`;
      const response = await fetch(`${world.address}/api/workflows/${path}`, {
        headers: { authorization: `Bearer ${world.session('engineer').accessToken}` },
      });
      const [, found] = /resume\/(rt_[\w-]+)/.exec(await response.text()) ?? [];
      return found === undefined ? null : { token: found };
    },
    { what: 'the one-time address' },
  );

const one = (world: ContractWorld) => ({ id: world.text('workflow.id') });
const run = (kept: string) => (world: ContractWorld) => ({ ...one(world), executionId: world.text(kept) });
const onExecution = (action: 'cancel' | 'retry'): Pick<ContractRow, 'route' | 'access' | 'path'> => ({
  route: `POST /api/workflows/:id/executions/:executionId/${action}`,
  access: 'operator',
  path: run('waiting.executionId'),
});
const secret = (world: ContractWorld) => ({ 'x-webhook-secret': world.text('workflow.webhookSecret') });

/** Workflows, executions, webhooks and the event stream. */
export const automationRows: readonly ContractRow[] = [
  {
    route: 'POST /api/workflows',
    access: 'engineer',
    status: 201,
    answer: WORKFLOW,
    body: { name: 'Walk', description: 'Waits', trigger: { type: 'webhook', config: {} }, ...end },
    keep: 'workflow',
  },
  {
    route: 'POST /api/workflows/check',
    access: 'engineer',
    status: 200,
    answer: { problems: [PROBLEM], warnings: [PROBLEM] },
    body: { nodes: [{ id: 'mail', type: 'email', config: {} }], edges: [] },
  },
  {
    route: 'POST /api/workflows/expressions/evaluate',
    access: 'engineer',
    status: 200,
    answer: { value: 'any', error: 'object|null' },
    exact: { value: 'number', error: 'null' },
    body: { text: 'triggerData.floor + 1', kind: 'expression', data: { triggerData: { floor: 1 } } },
  },
  {
    route: 'GET /api/workflows',
    access: 'operator',
    status: 200,
    answer: [SUMMARY],
    paged: true,
    query: ['enabled', 'search', 'lastExecution'],
    search: { enabled: 'true' },
  },
  { route: 'GET /api/workflows/:id', access: 'operator', status: 200, answer: WORKFLOW, path: one },
  {
    route: 'GET /api/workflows/:id/revisions/:revision',
    access: 'operator',
    status: 200,
    answer: { workflowId: 'string', revision: 'number', trigger: TRIGGER, ...GRAPH },
    path: (world) => ({ ...one(world), revision: '1' }),
  },
  {
    route: 'POST /api/webhook/:slug',
    access: 'public',
    status: 202,
    answer: STARTED,
    body: { door: 'open' },
    headers: secret,
    path: (world) => ({ slug: world.text('workflow.webhookSlug') }),
    keep: 'delivered',
  },
  {
    route: 'POST /api/webhook',
    access: 'public',
    status: 202,
    answer: STARTED,
    body: (world) => ({ webhookId: world.text('workflow.webhookId') }),
    headers: secret,
  },
  {
    route: 'GET /api/workflows/:id/executions/:executionId',
    access: 'operator',
    status: 200,
    answer: { ...EXECUTION, nodeResults: [RESULT] },
    path: run('delivered.executionId'),
    exact: { startedAt: 'instant', finishedAt: 'instant' },
    until: ({ status }: { status: string }) => status !== 'running',
  },
  {
    route: 'PUT /api/workflows/:id',
    access: 'engineer',
    status: 200,
    answer: WORKFLOW,
    body: { description: 'Waits for an hour', ...wait },
    exact: { warnings: [PROBLEM] },
    path: one,
  },
  {
    route: 'POST /api/workflows/:id/trigger',
    access: 'operator',
    status: 202,
    answer: STARTED,
    body: { input: { floor: 1 } },
    path: one,
    keep: 'waiting',
  },
  {
    route: 'GET /api/workflows/:id/executions',
    access: 'operator',
    status: 200,
    answer: [EXECUTION],
    paged: true,
    query: ['status'],
    path: one,
  },
  {
    route: 'GET /api/workflows/resume/:token',
    access: 'public',
    status: 200,
    answer: content('text/html'),
    path: token,
  },
  {
    route: 'POST /api/workflows/resume/:token',
    access: 'public',
    status: 202,
    answer: SUCCESS,
    body: { approved: true },
    path: token,
  },
  { ...onExecution('cancel'), status: 200, answer: SUCCESS },
  { ...onExecution('retry'), status: 202, answer: STARTED, keep: 'retried' },
  {
    route: 'PUT /api/workflows/:id/toggle',
    access: 'engineer',
    status: 200,
    answer: { id: 'string', enabled: 'boolean' },
    body: { enabled: false },
    path: one,
  },
  {
    route: 'POST /api/workflows/executions/batch-delete',
    access: 'engineer',
    status: 200,
    answer: { deletedCount: 'number' },
    body: (world) => ({ ids: [world.text('delivered.executionId')] }),
  },
  { route: 'DELETE /api/workflows/:id', access: 'engineer', status: 200, answer: SUCCESS, path: one },
  {
    route: 'GET /api/nodes',
    access: 'engineer',
    status: 200,
    answer: {
      nodes: [{ type: 'string', name: 'string', category: 'string', inputs: DATA, outputs: DATA }],
      triggers: [{ type: 'string', description: 'string', configSchema: 'object' }],
      functions: [{ name: 'string', signature: 'string', description: 'string' }],
    },
    keep: 'catalogue',
  },

  {
    route: 'POST /api/events/token',
    access: 'viewer',
    status: 200,
    answer: { token: 'string', expiresAt: 'instant' },
    keep: 'stream',
  },
  ...(['events', 'sse'] as const).map((name): ContractRow => ({
    route: `GET /api/${name}`,
    access: 'stream token',
    status: 200,
    answer: { content: 'text/event-stream' },
    query: ['token', 'types'],
    search: (world) => ({ token: world.text('stream.token'), types: 'alert,lighting_update' }),
  })),
];
