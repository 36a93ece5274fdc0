export const FAULT_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type FaultStatus = (typeof FAULT_STATUSES)[number];

/** The statuses that may follow each status. The API refuses other changes. */
export const FAULT_STEPS: Readonly<Record<FaultStatus, readonly FaultStatus[]>> = {
  open: ['in_progress'],
  in_progress: ['resolved'],
  resolved: ['closed', 'open'],
  closed: ['open'],
};
