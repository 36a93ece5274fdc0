import { type Message } from '@app/kernel';
/** Work is `queued` until its first attempt begins, and between two attempts. */
export const WORK_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** The columns of a table whose rows are work in the background, such as exports. */
export interface WorkRow {
  /** UUIDv7. */
  id: string;
  status: WorkStatus;
  /** 0 to 1. */
  progress: number;
  /** Why the last attempt failed. Null if it did not fail. */
  error: Message | null;
  /** Number of attempts that have begun. */
  attempts: number;
  /**
   * Identifies the running attempt. Each attempt stores a new value. From then on, writes of older attempts have no
   * effect.
   */
  claim: string | null;
  /** When the next attempt is due. During an attempt, this is the end of the claim. Null when the work has ended. */
  dueAt: Date | null;
  finishedAt: Date | null;
}
