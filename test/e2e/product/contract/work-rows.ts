import { type ContractRow, SUCCESS } from './contract-row';
import { remove, resource } from './resource-rows';

const FAULT = {
  id: 'number',
  title: 'string',
  description: 'string|null',
  severity: 'string',
  status: 'string',
  objectId: 'number|null',
  areaId: 'number|null',
  alertId: 'number|null',
  assigneeId: 'number|null',
  rootCause: 'string|null',
  reportedAt: 'string',
  startedAt: 'string|null',
  resolvedAt: 'string|null',
};
const MAINTENANCE = {
  id: 'number',
  title: 'string',
  description: 'string|null',
  type: 'string',
  status: 'string',
  priority: 'string',
  objectId: 'number|null',
  faultId: 'number|null',
  assigneeId: 'number|null',
  dueAt: 'string|null',
  startedAt: 'string|null',
  completedAt: 'string|null',
  checklist: 'array',
  recurrence: 'object|null',
};
const CALENDAR = {
  id: 'number',
  name: 'string',
  timezone: 'string',
  areaIds: 'array',
  weekly: [{ day: 'number', from: 'string', to: 'string' }],
  exceptions: [{ date: 'string', kind: 'string' }],
} as const;
const COMMENT = { id: 'number', text: 'string', createdAt: 'string' };

/** Faults, maintenance and calendars. */
export const workRows: readonly ContractRow[] = [
  ...resource({
    path: '/api/faults',
    kept: 'fault',
    answer: FAULT,
    read: 'viewer',
    write: 'operator',
    create: { title: 'The pump is loud', severity: 'minor' },
    change: { status: 'in_progress' },
    query: ['status', 'severity'],
  }),
  {
    route: 'GET /api/faults/stats',
    access: 'viewer',
    status: 200,
    answer: {
      total: 'number',
      open: 'number',
      inProgress: 'number',
      resolved: 'number',
      closed: 'number',
      bySeverity: {
        critical: 'number',
        major: 'number',
        minor: 'number',
        warning: 'number',
        indeterminate: 'number',
      },
      mttrMinutes: 'number|null',
      mtbfHours: 'number|null',
      updatedAt: 'string',
    },
  },
  {
    route: 'POST /api/faults/:id/comments',
    access: 'operator',
    status: 201,
    answer: COMMENT,
    body: { text: 'It is the bearing.' },
    path: (world) => ({ id: world.number('fault.id') }),
    keep: 'comment',
  },
  {
    route: 'GET /api/faults/:id/comments',
    access: 'viewer',
    status: 200,
    answer: [COMMENT],
    paged: true,
    path: (world) => ({ id: world.number('fault.id') }),
  },
  {
    route: 'DELETE /api/faults/:id/comments/:commentId',
    access: 'operator',
    status: 200,
    answer: SUCCESS,
    path: (world) => ({ id: world.number('fault.id'), commentId: world.number('comment.id') }),
  },
  remove('/api/faults', 'fault'),

  ...resource({
    path: '/api/maintenance',
    kept: 'maintenance',
    answer: MAINTENANCE,
    read: 'viewer',
    write: 'operator',
    create: {
      title: 'Change the filter',
      type: 'preventive',
      priority: 'high',
      recurrence: { cron: '0 8 1 * *', timezone: 'Europe/Berlin' },
      checklist: [{ text: 'Order it' }],
    },
    change: { status: 'in_progress' },
  }),
  remove('/api/maintenance', 'maintenance'),

  ...resource({
    path: '/api/calendars',
    kept: 'calendar',
    answer: CALENDAR,
    read: 'viewer',
    write: 'engineer',
    create: {
      name: 'Office',
      timezone: 'Europe/Berlin',
      weekly: [{ day: 1, from: '08:00', to: '18:00' }],
      exceptions: [{ date: '2026-12-25', kind: 'closed', name: 'Christmas' }],
    },
    change: { name: 'Offices' },
  }),
  remove('/api/calendars', 'calendar'),
];
