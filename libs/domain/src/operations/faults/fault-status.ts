import type { FaultStatus } from '@app/entities';
import { DomainError } from '@app/kernel';
import type { Fault } from './faults.queries';

/** The statuses that may follow each status. */
const FAULT_STEPS: Readonly<Record<FaultStatus, readonly FaultStatus[]>> = {
  open: ['in_progress'],
  in_progress: ['resolved'],
  resolved: ['closed', 'open'],
  closed: ['open'],
};

type Progress = Pick<Fault, 'status' | 'startedAt' | 'resolvedAt'>;

/**
 * Returns the fields that change with the status. If the status stays the same, no field changes.
 * @throws DomainError `wrong_state` if a change from the current status to the new one is not allowed
 */
export function faultStep(current: Progress, status: FaultStatus, now: Date): Partial<Progress> {
  if (status === current.status) return {};
  const allowed = FAULT_STEPS[current.status];
  if (!allowed.includes(status)) {
    const message = `A fault with the status ${current.status} can only become ${allowed.join(' or ')}.`;
    throw new DomainError('conflict', 'wrong_state', message);
  }
  switch (status) {
    case 'in_progress':
      return { status, startedAt: current.startedAt ?? now };
    case 'resolved':
      return { status, resolvedAt: now };
    case 'open':
      return { status, resolvedAt: null };
    default:
      return { status };
  }
}
