import { defineEvent } from '../define-event';

/** The state of an export. */
export interface ExportUpdate {
  jobId: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** 0 to 1. */
  progress: number;
  /** The file of a completed export. */
  fileId: string | null;
  /** Why the last attempt failed. */
  error: string | null;
}

/** A worker has begun or ended an attempt at an export, or has made progress. */
export const exportChanged = defineEvent<ExportUpdate>('export-changed');
