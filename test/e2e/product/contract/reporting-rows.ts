import { content, type ContractRow, SUCCESS } from './contract-row';

const FILE = {
  id: 'string',
  name: 'string',
  mimeType: 'string',
  size: 'number',
  sha256: 'string',
  category: 'string',
  createdBy: 'string',
  createdAt: 'instant',
};
const TEMPLATE = {
  id: 'number',
  name: 'string',
  description: 'string',
  category: 'string',
  config: { title: 'string', sections: [{ kind: 'string' }] },
} as const;
const WIDGET = {
  id: 'string',
  type: 'string',
  layoutX: 'number',
  layoutY: 'number',
  layoutW: 'number',
  layoutH: 'number',
  config: 'object',
  dataType: 'string',
  dataJson: 'string',
};
const CONFIGURATION = {
  platformName: 'string',
  logoUrl: 'string|null',
  timezone: 'string',
  language: 'string',
  currency: 'string',
  tariffs: 'object',
  mail: {
    host: 'string|null',
    port: 'number|null',
    secure: 'boolean',
    user: 'string|null',
    password: 'string|null',
    from: 'string|null',
  },
  registrationEnabled: 'boolean',
  weather: { location: 'string|null', temperaturePointCode: 'string|null' },
  site: { latitude: 'number|null', longitude: 'number|null' },
  carbon: { region: 'string', scope: 'string|null' },
};

const RANGE = { from: '2026-01-01', to: '2026-01-08' };
const layout = { layoutX: 0, layoutY: 0, layoutW: 4, layoutH: 2 };
const config = { title: 'Walk', sections: [{ kind: 'summary', metric: 'energy' }] };

/** Reports, exports, files, the dashboard, the configuration, and the routes for operators. */
export const reportingRows: readonly ContractRow[] = [
  {
    route: 'GET /api/reports/templates',
    access: 'viewer',
    status: 200,
    answer: { templates: [TEMPLATE] },
    paged: true,
  },
  {
    route: 'POST /api/reports/templates',
    access: 'engineer',
    status: 201,
    answer: TEMPLATE,
    body: { name: 'Walk', description: 'A week', config },
    keep: 'template',
  },
  {
    route: 'POST /api/reports/preview',
    access: 'engineer',
    status: 200,
    answer: content('application/pdf'),
    body: { config, ...RANGE, timezone: 'Europe/Berlin', language: 'en-US' },
  },
  {
    route: 'POST /api/reports/export',
    access: 'operator',
    status: 202,
    answer: { jobId: 'string' },
    body: { type: 'faults', ...RANGE, filters: { severity: 'minor' } },
    keep: 'export',
  },
  {
    route: 'GET /api/reports/export/:jobId',
    access: 'operator',
    status: 200,
    answer: {
      jobId: 'string',
      status: 'string',
      progress: 'number',
      fileId: 'string|null',
      error: 'string|null',
    },
    path: (world) => ({ jobId: world.text('export.jobId') }),
    until: ({ status }: { status: string }) => status === 'completed',
  },
  {
    route: 'POST /api/files',
    access: 'operator',
    status: 201,
    answer: FILE,
    form: { bytes: Buffer.from('%PDF-1.4 walk'), name: 'walk.pdf' },
    keep: 'file',
  },
  { route: 'GET /api/files', access: 'viewer', status: 200, answer: [FILE], paged: true },
  {
    route: 'GET /api/files/:id',
    access: 'viewer',
    status: 200,
    answer: FILE,
    path: (world) => ({ id: world.text('file.id') }),
  },
  {
    route: 'GET /api/files/:id/preview',
    access: 'viewer',
    status: 200,
    answer: content('application/pdf'),
    path: (world) => ({ id: world.text('file.id') }),
  },
  {
    route: 'DELETE /api/files/:id',
    access: 'engineer',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.text('file.id') }),
  },

  {
    route: 'POST /api/dashboard',
    access: 'engineer',
    status: 201,
    answer: WIDGET,
    body: { type: 'stats', ...layout, config: {}, dataType: 'static', dataJson: '{"value": 1}' },
    keep: 'widget',
  },
  { route: 'GET /api/dashboard', access: 'viewer', status: 200, answer: [WIDGET] },
  {
    route: 'PUT /api/dashboard/settings',
    access: 'engineer',
    status: 200,
    answer: [WIDGET],
    body: (world) => ({
      widgets: [{ id: world.text('widget.id'), ...layout, layoutX: 8, config: { decimals: 1 } }],
    }),
  },
  {
    route: 'DELETE /api/dashboard/:id',
    access: 'engineer',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.text('widget.id') }),
  },
  {
    route: 'GET /api/public/dashboard',
    access: 'public',
    status: 200,
    answer: {
      updatedAt: 'instant',
      platformName: 'string',
      site: {
        currentPower: 'number|null',
        energyToday: 'number|null',
        energyYesterday: 'number|null',
        comparedToYesterday: 'number|null',
        coverage: 'number',
        silentMeterCount: 'number',
      },
      course: {
        today: [{ timestamp: 'instant', kw: 'number|null' }],
        yesterday: [{ timestamp: 'instant', kw: 'number|null' }],
        week: [{ date: 'string', energy: 'number|null' }],
      },
      areas: [{ id: 'number', name: 'string', currentPower: 'number|null', energyToday: 'number|null' }],
      widgets: [{ id: 'string', type: 'string', config: 'object', data: 'any' }, 'or empty'],
    },
  },
  {
    route: 'GET /api/public/settings',
    access: 'public',
    status: 200,
    answer: {
      platformName: 'string',
      logoUrl: 'string|null',
      language: 'string',
      timezone: 'string',
      registrationEnabled: 'boolean',
      providers: [{ id: 'string', name: 'string' }],
      weatherEnabled: 'boolean',
      isNew: 'boolean',
    },
  },

  { route: 'GET /api/configs', access: 'admin', status: 200, answer: CONFIGURATION },
  {
    route: 'PUT /api/configs',
    access: 'admin',
    status: 200,
    answer: CONFIGURATION,
    body: { platformName: 'Walk', site: { latitude: 52.5, longitude: 13.4 } },
  },
  {
    route: 'POST /api/configs/mail/test',
    access: 'admin',
    status: 200,
    answer: SUCCESS,
    body: { to: 'operator@example.org' },
  },
  {
    route: 'GET /api/system/audit',
    access: 'admin',
    status: 200,
    answer: [
      {
        id: 'string',
        at: 'instant',
        userId: 'number|null',
        username: 'string',
        action: 'string',
        target: 'string|null',
        before: 'object|null',
        after: 'object|null',
        requestId: 'string|null',
      },
    ],
    paged: true,
    query: ['userId', 'action', 'from', 'to'],
  },

  {
    route: 'GET /api/setup',
    access: 'admin',
    status: 200,
    answer: { demonstration: 'boolean', steps: [{ step: 'string', done: 'boolean' }] },
  },
  { route: 'GET /', access: 'public', status: 200, answer: content('text/html') },
  { route: 'GET /health/live', access: 'public', status: 200, answer: { status: 'string' } },
  {
    route: 'GET /health/ready',
    access: 'public',
    status: 200,
    answer: { status: 'string', storage: 'object', gateway: 'object' },
  },
  { route: 'GET /metrics', access: 'public', status: 200, answer: content('text/plain') },
];
