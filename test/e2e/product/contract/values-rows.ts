type ValuesRow = readonly [route: string, path: string, values: readonly string[]];

const ENERGY_TYPES = ['electricity', 'gas', 'water', 'heating', 'cooling'];
const WORK_STATUSES = ['queued', 'running', 'completed', 'failed'];
const SEVERITIES = ['critical', 'major', 'minor', 'warning', 'indeterminate'];

/**
 * The values that fields and parameters may have. A path begins with `query`, `body` or `answer`. `[]` means an
 * element of a list.
 */
export const valuesRows: readonly ValuesRow[] = [
  ['GET /api/users', 'answer[].role', ['viewer', 'operator', 'engineer', 'admin']],
  ['GET /api/settings', 'answer.theme', ['system', 'light', 'dark']],
  ['GET /api/settings', 'answer.language', ['zh-CN', 'en-US']],
  ['GET /api/settings', 'answer.density', ['comfortable', 'compact']],
  ['GET /api/settings', 'answer.fontSize', ['normal', 'large']],
  ['GET /api/energy/areas', 'answer.areas[].status', ['normal', 'warning', 'overLimit', 'unknown']],
  ['GET /api/energy/areas', 'answer.areas[].meters[].energyType', ENERGY_TYPES],
  ['GET /api/energy/areas', 'answer.areas[].meters[].kind', ['cumulative', 'interval', 'power', 'formula']],
  ['GET /api/energy/areas', 'answer.areas[].meters[].stampedAt', ['start', 'end']],
  ['GET /api/energy/details', 'query.interval', ['hour', 'day', 'week', 'month']],
  ['GET /api/energy/details', 'query.energyType', ENERGY_TYPES],
  ['GET /api/energy/stats', 'query.period', ['today', 'thisWeek', 'thisMonth', 'custom']],
  ['GET /api/overview/energy-chart', 'query.period', ['today', 'thisWeek', 'thisMonth', 'thisYear']],
  ['POST /api/energy/corrections', 'body.kind', ['false', 'value']],
  ['GET /api/energy/readings/imports', 'answer[].status', ['running', 'done', 'failed', 'undone']],
  ['POST /api/iot/codes/values', 'answer[].quality', ['good', 'uncertain', 'bad']],
  ['POST /api/iot/codes/history', 'body.interval', ['15m', '1h', '1d']],
  ['POST /api/iot/alarm-configs', 'body.action', ['query', 'create', 'update', 'delete']],
  ['POST /api/iot/alarms', 'answer.items[].level', SEVERITIES],
  ['POST /api/control/lighting/:labelId/batch', 'body.action', ['on', 'off', 'dim', 'scene']],
  ['GET /api/alerts', 'answer[].severity', SEVERITIES],
  ['GET /api/alerts', 'answer[].status', ['active', 'cleared']],
  ['POST /api/alerts/rules', 'body.comparison', ['gt', 'gte', 'lt', 'lte', 'eq', 'ne']],
  ['POST /api/alerts/rules', 'body.condition.kind', ['threshold', 'noData', 'rateOfChange']],
  ['POST /api/notification-rules', 'body.channel.kind', ['mail', 'webhook']],
  ['GET /api/faults', 'answer[].status', ['open', 'in_progress', 'resolved', 'closed']],
  ['GET /api/maintenance', 'answer[].type', ['preventive', 'corrective', 'inspection']],
  ['GET /api/maintenance', 'answer[].status', ['open', 'in_progress', 'on_hold', 'completed', 'cancelled']],
  ['GET /api/maintenance', 'answer[].priority', ['low', 'normal', 'high', 'urgent']],
  ['POST /api/calendars', 'body.exceptions[].kind', ['closed', 'open']],
  ['GET /api/workflows', 'answer[].mode', ['parallel', 'single', 'queued', 'restart']],
  ['POST /api/workflows', 'body.mode', ['parallel', 'single', 'queued', 'restart']],
  [
    'POST /api/workflows',
    'body.trigger.type',
    ['manual', 'schedule', 'sun', 'webhook', 'state_change', 'event'],
  ],
  ['POST /api/workflows', 'body.trigger.config.signature.preset', ['github', 'stripe', 'slack', 'svix']],
  ['GET /api/workflows/:id/executions', 'query.status', ['running', 'success', 'failed']],
  [
    'GET /api/workflows/:id/executions/:executionId',
    'answer.nodeResults[].status',
    ['success', 'failed', 'skipped'],
  ],
  ['GET /api/reports', 'answer[].format', ['pdf', 'csv', 'excel']],
  [
    'POST /api/reports',
    'body.range',
    ['yesterday', 'last7Days', 'last30Days', 'lastWeek', 'lastMonth', 'lastQuarter', 'lastYear'],
  ],
  [
    'GET /api/reports/:id/runs',
    'answer[].status',
    ['queued', 'running', 'sending', 'completed', 'undelivered', 'failed'],
  ],
  ['GET /api/reports/:id/runs', 'answer[].recipients[].status', ['pending', 'sent', 'failed']],
  ['POST /api/reports/export', 'body.type', ['energy', 'faults', 'alarms']],
  ['GET /api/reports/export/:jobId', 'answer.status', WORK_STATUSES],
  ['GET /api/system/backups', 'answer[].status', WORK_STATUSES],
  ['POST /api/reports/templates', 'body.config.sections[].kind', ['summary', 'chart', 'table', 'text']],
  [
    'POST /api/reports/templates',
    'body.config.sections[].metric',
    [
      'energy',
      'cost',
      'emissions',
      'power',
      'alerts',
      'faults',
      'maintenance',
      'demand',
      'savings',
      'budgets',
      'losses',
      'bills',
      'benchmarks',
    ],
  ],
  [
    'POST /api/reports/templates',
    'body.config.sections[].groupBy',
    ['area', 'energyType', 'tariff', 'severity', 'status'],
  ],
  ['GET /api/files', 'answer[].category', ['upload', 'export', 'report', 'backup']],
  ['POST /api/dashboard', 'body.type', ['stats', 'chart', 'list', 'weather', 'energy']],
  ['POST /api/dashboard', 'body.dataType', ['energy', 'points', 'alerts', 'faults', 'weather', 'static']],
];
