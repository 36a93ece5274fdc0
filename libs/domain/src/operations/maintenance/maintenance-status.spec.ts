import { MAINTENANCE_STATUSES, type MaintenanceStatus } from '@app/entities';
import { DomainError } from '@app/kernel';
import { maintenanceStep } from './maintenance-status';

const NOW = new Date('2026-05-01T10:00:00Z');
const EARLIER = new Date('2026-04-01T10:00:00Z');

/** The statuses that may follow each status, as documented. */
const STEPS: Record<MaintenanceStatus, MaintenanceStatus[]> = {
  open: ['in_progress', 'on_hold', 'completed', 'cancelled'],
  in_progress: ['on_hold', 'completed', 'cancelled'],
  on_hold: ['in_progress', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Returns the status after a change, or the code of the error. */
function outcome(from: MaintenanceStatus, to: MaintenanceStatus): string {
  try {
    return maintenanceStep({ status: from, startedAt: null, completedAt: null }, to, NOW).status ?? from;
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('maintenanceStep', () => {
  it.each(
    MAINTENANCE_STATUSES.flatMap((from) =>
      MAINTENANCE_STATUSES.map((to) => [from, to, from === to || STEPS[from].includes(to)] as const),
    ),
  )('decides whether a work order with the status %s can become %s: %s', (from, to, isAllowed) => {
    expect(outcome(from, to)).toBe(isAllowed ? to : 'wrong_state');
  });

  it('completes work that was never started, without a time of the start', () => {
    const open = { status: 'open' as const, startedAt: null, completedAt: null };
    expect(maintenanceStep(open, 'completed', NOW)).toEqual({ status: 'completed', completedAt: NOW });
  });

  it('keeps the time of the first start', () => {
    const waiting = { status: 'on_hold' as const, startedAt: EARLIER, completedAt: null };
    expect(maintenanceStep(waiting, 'in_progress', NOW)).toEqual({
      status: 'in_progress',
      startedAt: EARLIER,
    });
  });
});
