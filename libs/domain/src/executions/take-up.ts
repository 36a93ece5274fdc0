import type { ExecutionRun } from './execution-run';
import type { LoadedExecution } from './execution-store';

/** How an execution came into this worker's hands. */
export interface TakeUp {
  /** 1 at the first try. */
  attempt: number;
  /** How often a worker took it and then died, or stood still. */
  stalls: number;
  /** Aborted when the process is about to end. */
  signal: AbortSignal;
}

/** How far this worker has come with it. */
export interface TakenUp {
  readonly executionId: string;
  readonly takeUp: TakeUp;
  execution?: LoadedExecution | null;
  run?: ExecutionRun;
}
