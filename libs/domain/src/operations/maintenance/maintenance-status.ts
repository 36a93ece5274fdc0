import type { MaintenanceStatus } from '@app/entities';
import { DomainError } from '@app/kernel';
import type { MaintenanceRow } from './maintenance.queries';

/** The statuses that may follow each status. */
const MAINTENANCE_STEPS: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  open: ['in_progress', 'on_hold', 'completed', 'cancelled'],
  in_progress: ['on_hold', 'completed', 'cancelled'],
  on_hold: ['in_progress', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

type Progress = Pick<MaintenanceRow, 'status' | 'startedAt' | 'completedAt'>;

export function isClosed(status: MaintenanceStatus): boolean {
  return MAINTENANCE_STEPS[status].length === 0;
}

/**
 * Returns the fields that change with the status. If the status stays the same, no field changes.
 * @throws DomainError `wrong_state` if a change from the current status to the new one is not allowed
 */
export function maintenanceStep(current: Progress, status: MaintenanceStatus, now: Date): Partial<Progress> {
  if (status === current.status) return {};
  const allowed = MAINTENANCE_STEPS[current.status];
  if (!allowed.includes(status)) {
    const next = allowed.length > 0 ? `can only become ${allowed.join(' or ')}` : 'cannot change its status';
    const message = `A work order with the status ${current.status} ${next}.`;
    throw new DomainError('conflict', 'wrong_state', message);
  }
  if (status === 'in_progress') return { status, startedAt: current.startedAt ?? now };
  return status === 'completed' ? { status, completedAt: now } : { status };
}
