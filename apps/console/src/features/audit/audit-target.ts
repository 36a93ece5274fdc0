import type { LinkProps } from '@tanstack/react-router';
import type { AuditEntry } from './audit.queries';

/** An entry with states of any kind. */
type Entry = Pick<AuditEntry, 'action' | 'target'> & Record<'before' | 'after', unknown>;

/** The pages of records by the kinds that the audit log names, or of their lists. Other records have no page. */
const PAGES: Readonly<Record<string, (id: string) => LinkProps>> = {
  alert: (id) => ({ to: '/alerts', search: { alert: Number(id) } }),
  'alert rule': (ruleId) => ({ to: '/alert-rules/$ruleId', params: { ruleId } }),
  baseline: (id) => ({ to: '/energy/savings', search: { baseline: Number(id) } }),
  budget: (id) => ({ to: '/energy/targets', search: { budget: Number(id) } }),
  calendar: (calendarId) => ({ to: '/calendars/$calendarId', params: { calendarId } }),
  contract: (id) => ({ to: '/energy/bills', search: { contract: Number(id) } }),
  dashboard: (dashboardId) => ({ to: '/dashboards/$dashboardId', params: { dashboardId } }),
  fault: (id) => ({ to: '/faults', search: { fault: Number(id) } }),
  maintenance: (id) => ({ to: '/maintenance', search: { order: Number(id) } }),
  model: () => ({ to: '/model/files' }),
  'notification rule': (id) => ({ to: '/notifications', search: { rule: Number(id) } }),
  object: (id) => ({ to: '/points/objects', search: { object: Number(id) } }),
  point: (id) => ({ to: '/points', search: { point: Number(id) } }),
  report: (id) => ({ to: '/reports', search: { plan: Number(id) } }),
  'report template': () => ({ to: '/reports', search: { view: 'templates' } }),
  user: () => ({ to: '/users' }),
  workflow: (workflowId) => ({ to: '/workflows/$workflowId', params: { workflowId } }),
};
/** These actions name the code of a point instead of its id. */
const WRITES: ReadonlySet<string> = new Set(['point.set', 'point.forced', 'point.released']);
const NAMES = ['name', 'title', 'username'] as const;

/** The record that an action has affected. */
export interface AuditTarget {
  /** Undefined if the entry does not contain it. */
  name: string | undefined;
  /** Undefined if the record has no page, or was removed. */
  link: LinkProps | undefined;
}

export function auditTarget({ action, target, before, after }: Entry): AuditTarget {
  const states = [after, before].map((state) => Object(state) as Record<string, unknown>);
  const name = states
    .flatMap((state) => NAMES.map((field) => state[field]))
    .find((value): value is string => typeof value === 'string' && value !== '');
  const [, kind = '', id = ''] = /^(.+) ([\w-]+)$/.exec(target ?? '') ?? [];
  if (action.endsWith('.removed')) return { name, link: undefined };
  if (WRITES.has(action))
    return { name, link: { to: '/points', search: { text: target?.replace(/^point /, '') } } };
  return { name, link: PAGES[kind]?.(id) };
}
