/** `queued` until an attempt begins, and between two attempts. */
export const WORK_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** The columns of a table whose rows are work in the background, such as exports. */
export interface WorkRow {
  /** UUIDv7. */
  id: string;
  status: WorkStatus;
  /** 0 to 1. */
  progress: number;
  /** Why the last attempt failed; null if it did not fail. */
  error: string | null;
  /** Number of attempts that have begun. */
  attempts: number;
  /** Identifies the running attempt. A new attempt replaces it; the writes of the old attempt then have no effect. */
  claim: string | null;
  /** When the next attempt is due; during an attempt the end of its claim; null when the work has ended. */
  dueAt: Date | null;
  finishedAt: Date | null;
}
