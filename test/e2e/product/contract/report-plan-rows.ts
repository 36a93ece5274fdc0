import { type ContractRow, SUCCESS } from './contract-row';

const PLAN = {
  id: 'number',
  name: 'string',
  templateId: 'number',
  cron: 'string',
  timezone: 'string|null',
  range: 'string',
  enabled: 'boolean',
  recipients: ['string', 'or empty'],
  format: 'string',
  language: 'string|null',
  lastRunAt: 'instant|null',
  nextRunAt: 'instant|null',
  lastStatus: 'string|null',
} as const;
const RUN = {
  id: 'string',
  status: 'string',
  startedAt: 'instant',
  finishedAt: 'instant|null',
  fileId: 'string|null',
  error: 'string|null',
  recipients: [{ address: 'string', status: 'string', attempts: 'number', error: 'string|null' }],
} as const;

/** Report plans and their runs. They use the template that an earlier row creates. */
export const reportPlanRows: readonly ContractRow[] = [
  {
    route: 'POST /api/reports',
    access: 'engineer',
    status: 201,
    answer: PLAN,
    body: (world) => ({
      name: 'Walk',
      templateId: world.number('template.id'),
      cron: '30 5 * * *',
      enabled: true,
      recipients: ['walk@example.org'],
      format: 'csv',
    }),
    keep: 'plan',
  },
  {
    route: 'POST /api/reports/:id/run',
    access: 'engineer',
    status: 202,
    answer: { runId: 'string' },
    path: (world) => ({ id: world.number('plan.id') }),
  },
  {
    route: 'GET /api/reports/:id/runs',
    access: 'viewer',
    status: 200,
    answer: [RUN],
    exact: [{ finishedAt: 'instant', fileId: 'string', error: 'null' }],
    paged: true,
    path: (world) => ({ id: world.number('plan.id') }),
    until: ([run]: { status: string }[]) => run?.status === 'completed',
  },
  {
    route: 'GET /api/reports',
    access: 'viewer',
    status: 200,
    answer: [PLAN],
    paged: true,
    query: ['enabled'],
  },
  {
    route: 'PUT /api/reports/:id',
    access: 'engineer',
    status: 200,
    answer: PLAN,
    path: (world) => ({ id: world.number('plan.id') }),
    body: { enabled: false, recipients: ['other@example.org'] },
  },
  {
    route: 'DELETE /api/reports/:id',
    access: 'engineer',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('plan.id') }),
  },
];
