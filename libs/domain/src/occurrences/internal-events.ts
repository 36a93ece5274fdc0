/**
 * What happens inside the service and may trigger a workflow. Each is recorded by the feature that it belongs to, in
 * the transaction in which it happens; one whose feature records nothing yet does not occur.
 */
export const INTERNAL_EVENTS = [
  'alert.raised',
  'alert.acknowledged',
  'alert.cleared',
  'fault.created',
  'fault.resolved',
  'maintenance.completed',
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
