import type { ExecutionStatus, TriggerType } from '@app/entities';

/** An execution as a worker finds it. */
export interface LoadedExecution {
  id: string;
  workflowId: string;
  revision: number;
  status: ExecutionStatus;
  trigger: TriggerType;
  dryRun: boolean;
  version: number;
  revivals: number;
  dueAtMs: number | null;
  /** Of the request that set it going. */
  requestId: string | null;
  /**
   * `free`: nobody has it in hand, or nobody has acted yet. `held`: another worker has. `left`: a worker has taken it
   * up and is not at it any more.
   */
  claim: 'free' | 'held' | 'left';
  /** JSON. */
  triggerData: string;
  /** As it was saved; null where nothing was yet. */
  state: string | null;
}

/** One write of an execution: it comes about only where nobody has written since `version` was seen. */
export interface ExecutionWrite {
  id: string;
  workflowId: string;
  version: number;
  /**
   * `claim`: goes on here. `revive`: as that, counted as one that was taken up anew. `wait`: until `dueAtMs`.
   * `give_back`: another is to go on. The others are the end.
   */
  next: 'claim' | 'revive' | 'wait' | 'give_back' | 'success' | 'failed';
  /** Of `wait`. */
  dueAtMs?: number;
  /** JSON; null for none any more, undefined where it stays. */
  state?: string | null;
  /** JSON of results that are added as this part. */
  results: readonly string[];
  part: number;
  /** Why it failed. */
  error?: string;
  /** Whether workflows that wait for failures are to hear of it. */
  tells?: boolean;
}

/** Where executions are kept. */
export abstract class ExecutionStore {
  /** Null where there is none (any more). */
  abstract load(id: string): Promise<LoadedExecution | null>;

  /** False where it has ended, is gone or was written by another meanwhile: nothing of this is written then. */
  abstract save(write: ExecutionWrite): Promise<boolean>;
}
