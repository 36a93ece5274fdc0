/**
 * Events inside the platform that may trigger a workflow. The owning feature records each event in the transaction that
 * causes it. An event that no feature records yet never occurs.
 */
export const INTERNAL_EVENTS = [
  'alert.raised',
  'alert.acknowledged',
  'alert.cleared',
  'fault.created',
  'fault.resolved',
  'maintenance.completed',
  'loss.found',
  'budget.missed',
  'demand.expected',
  'lighting.changed',
  'report.generated',
  'export.completed',
  'backup.completed',
  'workflow.failed',
  'gateway.disconnected',
  'gateway.connected',
] as const;

export type InternalEvent = (typeof INTERNAL_EVENTS)[number];

export function isInternalEvent(name: unknown): name is InternalEvent {
  return (INTERNAL_EVENTS as readonly unknown[]).includes(name);
}
