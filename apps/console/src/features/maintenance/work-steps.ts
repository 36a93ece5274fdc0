export const WORK_STATUSES = ['open', 'in_progress', 'on_hold', 'completed', 'cancelled'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];
export const WORK_TYPES = ['preventive', 'corrective', 'inspection'] as const;
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;

/** The statuses that may follow each status, the usual one first. The API refuses other changes. */
export const WORK_STEPS: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  open: ['in_progress', 'completed', 'on_hold', 'cancelled'],
  in_progress: ['completed', 'on_hold', 'cancelled'],
  on_hold: ['in_progress', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

export function isClosed(status: WorkStatus): boolean {
  return WORK_STEPS[status].length === 0;
}
