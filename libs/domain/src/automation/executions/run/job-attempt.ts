import type { LoadedExecution } from '../record/execution-store';
import type { ExecutionDriver } from './execution-driver';

/** An attempt to run a job of the queue. */
export interface JobAttempt {
  /** 1 for the first attempt. */
  attempt: number;
  /** How often a worker died or stalled while it ran the job. */
  stalls: number;
  /** Aborted when the process is about to end. */
  signal: AbortSignal;
}

/** An attempt of this worker to run one execution of a job. */
export interface ExecutionAttempt {
  readonly executionId: string;
  readonly job: JobAttempt;
  execution?: LoadedExecution | null;
  driver?: ExecutionDriver;
}
