import type { ExecutionRef } from './execution-ref';
import type { Json } from './json';

export interface RecallPortKey {
  /** `site` selects the values that all workflows share; `workflow` selects the values of this workflow. */
  scope: 'workflow' | 'site';
  name: string;
  execution: ExecutionRef;
}

/** Reads the values that workflows keep between executions. */
export interface RecallPort {
  /**
   * Reads a value.
   * @returns null if no value is stored under the key
   */
  recall(key: RecallPortKey): Promise<{ value: Json; updatedAt: string } | null>;
}

export interface RememberPortChange extends RecallPortKey {
  operation: 'set' | 'add' | 'compareAndSet' | 'push' | 'clear';
  value?: Json;
  /** For `compareAndSet`: the value that must be stored now. Null if no value may be stored. */
  expected?: Json;
  /** For `push`: the maximum length of the list. */
  maxItems?: number;
  expiresInMs?: number;
  /** Unique to the run of the node. A repeat with the same key changes nothing and returns the first result. */
  stepKey: string;
}

export interface RememberPortResult {
  /** The stored value. Null if no value is stored. */
  value: Json;
  previous: Json;
  changed: boolean;
}

/** Changes the values that workflows keep between executions. */
export interface RememberPort {
  /**
   * Changes a value.
   * @throws DomainError if the stored value does not fit the operation or a limit is exceeded. In both cases, nothing
   *   was changed
   */
  change(change: RememberPortChange): Promise<RememberPortResult>;
}
