import type { ExecutionRef } from './execution-ref';
import type { Json } from './json';

export interface RecallPortKey {
  /** `site`: the values that all workflows share. */
  scope: 'workflow' | 'site';
  name: string;
  execution: ExecutionRef;
}

/** Reads the values that workflows keep between executions. */
export interface RecallPort {
  /** @returns null if nothing is remembered */
  recall(key: RecallPortKey): Promise<{ value: Json; updatedAt: string } | null>;
}

export interface RememberPortChange extends RecallPortKey {
  operation: 'set' | 'add' | 'compareAndSet' | 'push' | 'clear';
  value?: Json;
  /** For `compareAndSet`: null if nothing is remembered. */
  expected?: Json;
  /** For `push`: the length of the list. */
  maxItems?: number;
  expiresInMs?: number;
  /** Unique to the run of the node. A repeat with the same key changes nothing and gets the first result. */
  stepKey: string;
}

export interface RememberPortResult {
  /** Null if nothing is remembered. */
  value: Json;
  previous: Json;
  changed: boolean;
}

/** Changes the values that workflows keep between executions. */
export interface RememberPort {
  /** @throws DomainError if the value does not fit the operation, or a limit is exceeded. Then nothing has changed */
  change(change: RememberPortChange): Promise<RememberPortResult>;
}
