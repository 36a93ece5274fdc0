import { type Message } from '@app/kernel';
import type { ExecutionStatus, TriggerType } from '@app/entities';

/** An execution as a worker loads it. */
export interface LoadedExecution {
  id: string;
  workflowId: string;
  revision: number;
  status: ExecutionStatus;
  trigger: TriggerType;
  dryRun: boolean;
  /** How far the clock of a dry run is ahead of the real clock, in milliseconds. Usually 0. */
  clockOffsetMs: number;
  /** True if the next execution of the workflow starts when this execution ends. */
  isSerial: boolean;
  version: number;
  /** The execution whose `run_workflow` node has started this execution. */
  parentId: string | null;
  /** How often the execution had been woken when it was loaded. */
  wakes: number;
  recoveries: number;
  /** Null while the execution waits for another execution to end. Also null after the execution itself has ended. */
  dueAtMs: number | null;
  /** The id of the request that started the execution. */
  requestId: string | null;
  /**
   * `free`: no worker has claimed it. `held`: another worker has a valid claim. `left`: the claim has expired, or
   * belongs to this worker, which no longer uses it.
   */
  claim: 'free' | 'held' | 'left';
  /** JSON. */
  triggerData: string;
  /** JSON; null if no webhook started the execution. */
  webhookRequest: string | null;
  /** The outputs that the caller of a dry run has sent, by node, as JSON; null if there are none. */
  givenOutputs: string | null;
  /** The saved state; null if none was saved yet. */
  state: string | null;
}

/** A write of an execution. It succeeds only if `version` is still the version of the row. */
export interface ExecutionWrite {
  id: string;
  workflowId: string;
  /** True if the next execution of the workflow starts when this execution ends. */
  isSerial?: boolean;
  /** True if the execution may have waits. They must be deleted when the execution ends. */
  mayWait?: boolean;
  version: number;
  /**
   * `claim`: this worker continues. `recover`: this worker continues, and the row counts a recovery. `wait`: nothing
   * runs until `dueAtMs`. `release`: another worker continues. `success` and `failed` end the execution.
   */
  next: 'claim' | 'recover' | 'wait' | 'release' | 'success' | 'failed';
  /** Set only for `wait`. */
  dueAtMs?: number;
  /**
   * Set only for `wait`: the number of wakes when the execution was loaded. If the execution was woken since then, it
   * is due at once.
   */
  wakes?: number;
  /** JSON; null deletes the saved state, undefined keeps it. */
  state?: string | null;
  /** Results to append, each as JSON. They are stored together as one part, numbered `part`. */
  results: readonly string[];
  part: number;
  /** The output of an `end` node, as JSON. Set only if another execution has called this one. */
  endOutput?: string;
  /** The reason why the execution failed. */
  error?: Message;
  /** True to publish `workflow.failed`. */
  publishesFailure?: boolean;
}

/** Loads and saves executions. */
export abstract class ExecutionStore {
  /** Returns null if the execution does not exist. */
  abstract load(id: string): Promise<LoadedExecution | null>;

  /** Returns when an execution is due; null if it is not, or if it has another version. */
  abstract dueAtMs(id: string, version: number): Promise<number | null>;

  /**
   * Writes an execution.
   * @param isRepeat true if the outcome of an earlier attempt is unknown. If the earlier attempt was committed, the
   *   repeat counts as successful
   * @returns false if the execution has ended, was deleted or has a newer version; in this case, nothing is written
   */
  abstract save(write: ExecutionWrite, isRepeat?: boolean): Promise<boolean>;
}
