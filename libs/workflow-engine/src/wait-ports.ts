import type { ExecutionRef } from './execution-ref';
import type { Json, JsonObject } from './json';

/** The condition for which a node waits. */
export type WaitPortTarget =
  | { kind: 'call' }
  /** Waits until one of these points fulfils the condition, or until all of them do at the same time. */
  | {
      kind: 'points';
      watch: readonly string[];
      condition: string;
      /** Default: `any`. */
      match?: 'any' | 'all';
      given: JsonObject;
    }
  /** Waits for the next event with this name. If `condition` is not null, the event must fulfil it. */
  | { kind: 'event'; name: string; condition: string | null; given: JsonObject };

export interface WaitPortRequest {
  target: WaitPortTarget;
  timeoutMs: number;
  /**
   * Unique to the run of the node. A request with a known key asks about the same wait, and its other fields are
   * ignored.
   */
  key: string;
  /** When the run started, in milliseconds since 1970. Earlier events do not count. */
  startedAtMs: number;
  nodeId: string;
  execution: ExecutionRef;
  /** In a dry run, the wait is not stored and the answer is never `waiting`. */
  dryRun?: boolean;
}

export type WaitPortResult =
  /** `checkAtMs` is the time to ask again if the execution is not woken earlier. */
  { status: 'waiting'; checkAtMs: number } | { status: 'met'; data: Json } | { status: 'timedOut' };

/** The waits of nodes. Each wait ends exactly once: it is met, or it times out. */
export interface WaitsPort {
  /**
   * Registers a wait if the key is new, and returns its state.
   * @throws DomainError if the execution has ended
   */
  ask(request: WaitPortRequest): Promise<WaitPortResult>;
}
