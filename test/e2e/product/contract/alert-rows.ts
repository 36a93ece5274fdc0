import type { ContractRow } from './contract-row';
import { remove, resource } from './resource-rows';

const ALERT = {
  id: 'number',
  type: 'string',
  severity: 'string',
  status: 'string',
  acknowledged: 'boolean',
  source: 'string',
  pointCode: 'string|null',
  areaId: 'number|null',
  title: 'string',
  message: 'string|null',
  value: 'any',
  threshold: 'number|null',
  occurrences: 'number',
  raisedAt: 'string',
  acknowledgedAt: 'string|null',
  acknowledgedBy: 'string|null',
  clearedAt: 'string|null',
  shelvedUntil: 'string|null',
};
const RULE = {
  id: 'number',
  name: 'string',
  pointCode: 'string|null',
  areaId: 'number|null',
  comparison: 'string|null',
  threshold: 'number|null',
  deadband: 'number|null',
  onDelaySeconds: 'number',
  offDelaySeconds: 'number',
  severity: 'string',
  enabled: 'boolean',
  condition: { kind: 'string' },
  schedule: 'number|null',
};
const NOTIFICATION_RULE = {
  id: 'number',
  name: 'string',
  minSeverity: 'string',
  sources: 'array',
  areaIds: 'array',
  channel: { kind: 'string' },
  quietHours: 'object|null',
  escalation: [{ afterMinutes: 'number', channel: 'object' }],
  enabled: 'boolean',
} as const;
const onAlert = (action: string, body: object = {}): ContractRow => ({
  route: `POST /api/alerts/:id/${action}`,
  access: 'operator',
  status: 200,
  answer: ALERT,
  body,
  path: (world) => ({ id: world.number('alert.id') }),
});

const rule = { name: 'Warm', pointCode: 'WALK.TEMP', comparison: 'gt', threshold: 26, severity: 'major' };
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Alerts, their rules and their notifications. */
export const alertRows: readonly ContractRow[] = [
  ...resource({
    path: '/api/alerts',
    kept: 'alert',
    answer: ALERT,
    read: 'viewer',
    write: 'operator',
    create: { severity: 'major', title: 'The door is open' },
    change: { severity: 'minor' },
    query: ['status', 'severity', 'acknowledged', 'shelved', 'areaId', 'pointCode', 'source'],
  }),
  onAlert('acknowledge'),
  onAlert('shelve', { untilAt: soon(60), reason: 'The walk' }),
  onAlert('unshelve'),
  onAlert('clear'),
  {
    route: 'GET /api/alerts/:id/history',
    access: 'viewer',
    status: 200,
    answer: [{ id: 'any', at: 'string', kind: 'string', username: 'string|null' }],
    paged: true,
    path: (world) => ({ id: world.number('alert.id') }),
  },
  remove('/api/alerts', 'alert'),
  ...resource({
    path: '/api/alerts/rules',
    kept: 'rule',
    answer: RULE,
    read: 'operator',
    write: 'engineer',
    create: rule,
    change: { threshold: 27 },
  }),
  {
    route: 'POST /api/alerts/rules/test',
    access: 'engineer',
    status: 200,
    answer: { raised: [{ from: 'string', to: 'string|null', value: 'any' }], evaluated: 'number' },
    body: {
      rule: { ...rule, pointCode: 'AHU1.SUPPLY.TEMP', threshold: -50 },
      from: soon(-120),
      to: soon(-1),
    },
  },
  remove('/api/alerts/rules', 'rule'),

  ...resource({
    path: '/api/notification-rules',
    kept: 'notification',
    answer: NOTIFICATION_RULE,
    read: 'engineer',
    write: 'engineer',
    create: {
      name: 'Desk',
      minSeverity: 'major',
      channel: { kind: 'mail', to: ['desk@example.org'] },
      escalation: [{ afterMinutes: 10, channel: { kind: 'mail', to: ['lead@example.org'] } }],
    },
    change: { enabled: false },
  }),
  {
    route: 'GET /api/notification-rules/:id/deliveries',
    access: 'engineer',
    status: 200,
    answer: [
      {
        id: 'any',
        alertId: 'number',
        channel: { kind: 'string' },
        status: 'string',
        attempts: 'number',
        error: 'string|null',
        createdAt: 'string',
        sentAt: 'string|null',
      },
    ],
    paged: true,
    path: (world) => ({ id: world.number('notification.id') }),
  },
  remove('/api/notification-rules', 'notification'),
];
