import type { ContractRow } from './contract-row';
import { remove, resource } from './resource-rows';

const ALERT = {
  id: 'number',
  type: 'string',
  originator: 'string',
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
  raisedAt: 'instant',
  acknowledgedAt: 'instant|null',
  acknowledgedBy: 'string|null',
  clearedAt: 'instant|null',
  shelvedUntil: 'instant|null',
};
const RULE = {
  id: 'number',
  name: 'string',
  pointCode: 'string|null',
  areaId: 'number|null',
  comparison: 'string|null',
  threshold: 'number|null',
  deadband: 'number',
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
  sources: ['string', 'or empty'],
  areaIds: ['number', 'or empty'],
  channel: { kind: 'string' },
  quietHours: 'object|null',
  escalation: [{ afterMinutes: 'number', channel: { kind: 'string' } }, 'or empty'],
  enabled: 'boolean',
} as const;
const PUSH_DEVICE = { id: 'number', endpoint: 'string', createdAt: 'instant' } as const;
const PUBLIC_KEY = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';
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
  {
    route: 'PUT /api/push/devices',
    access: 'viewer',
    status: 200,
    answer: PUSH_DEVICE,
    body: {
      endpoint: 'https://push.example.org/send/5f0c',
      keys: { p256dh: PUBLIC_KEY, auth: 'AwMDAwMDAwMDAwMDAwMDAw' },
    },
    keep: 'pushDevice',
  },
  {
    route: 'GET /api/push',
    access: 'viewer',
    status: 200,
    answer: { publicKey: 'string', devices: [PUSH_DEVICE, 'or empty'] },
  },
  {
    route: 'DELETE /api/push/devices/:id',
    access: 'viewer',
    status: 200,
    answer: { success: 'boolean' },
    path: (world) => ({ id: world.number('pushDevice.id') }),
  },
  // The rule comes first, so that the alert causes a delivery.
  ...resource({
    path: '/api/notification-rules',
    kept: 'notification',
    answer: NOTIFICATION_RULE,
    read: 'engineer',
    write: 'engineer',
    create: {
      name: 'Desk',
      minSeverity: 'major',
      sources: ['manual'],
      channel: { kind: 'mail', to: ['desk@example.org'] },
      escalation: [{ afterMinutes: 10, channel: { kind: 'mail', to: ['lead@example.org'] } }],
    },
    change: { name: 'The desk' },
  }),
  ...resource({
    path: '/api/alerts',
    kept: 'alert',
    answer: ALERT,
    read: 'viewer',
    write: 'operator',
    create: { severity: 'major', title: 'The door is open', originator: 'Door 3', value: true, threshold: 0 },
    change: { severity: 'critical' },
    query: ['status', 'severity', 'acknowledged', 'shelved', 'areaId', 'pointCode', 'source'],
  }),
  {
    route: 'GET /api/notification-rules/:id/deliveries',
    access: 'engineer',
    status: 200,
    answer: [
      {
        id: 'string',
        alertId: 'number',
        channel: { kind: 'string' },
        status: 'string',
        attempts: 'number',
        error: 'string|null',
        createdAt: 'instant',
        sentAt: 'instant|null',
      },
    ],
    exact: [{ sentAt: 'instant', error: 'null' }],
    paged: true,
    until: ([delivery]: { status: string }[]) => delivery?.status === 'sent',
    path: (world) => ({ id: world.number('notification.id') }),
  },
  onAlert('acknowledge'),
  onAlert('shelve', { untilAt: soon(60), reason: 'The walk' }),
  onAlert('unshelve'),
  onAlert('clear'),
  {
    route: 'GET /api/alerts/:id/history',
    access: 'viewer',
    status: 200,
    answer: [{ id: 'string', at: 'instant', kind: 'string', username: 'string' }],
    paged: true,
    path: (world) => ({ id: world.number('alert.id') }),
  },
  remove('/api/alerts', 'alert'),
  remove('/api/notification-rules', 'notification'),
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
    answer: {
      raised: [{ from: 'instant', to: 'instant|null', value: 'number|null' }],
      evaluated: 'number',
    },
    body: {
      rule: { ...rule, pointCode: 'AHU1.SUPPLY.TEMP', threshold: -50 },
      from: soon(-120),
      to: soon(-1),
    },
  },
  remove('/api/alerts/rules', 'rule'),
];
