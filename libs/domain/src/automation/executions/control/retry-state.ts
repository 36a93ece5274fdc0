import { say } from '@app/kernel';
import {
  type CompiledGraph,
  type ExecutionState,
  failExecution,
  nodeError,
  outcomeOf,
  retryFailed,
} from '@app/workflow-engine';
import type { SavedState } from '../record/saved-state';

/** The state and results with which a retry starts. */
export interface RetriedState {
  /** JSON; null if the failed execution has no saved state. Without a state, the retry runs from the start. */
  state: string | null;
  /** The results of the failed execution, as JSON; null if there are none. */
  results: string | null;
}

/**
 * Prepares the state of a failed execution for a retry: finished nodes are kept, and failed or interrupted nodes run
 * again.
 * @param state the stored state; its secrets stay sealed
 * @param parts the stored results of the failed execution; each part is a JSON array
 */
export function retryState(
  graph: CompiledGraph,
  state: string | null,
  parts: readonly string[],
  atMs: number,
): RetriedState {
  if (state === null) return { state: null, results: null };
  const { engine, recorded, full } = JSON.parse(state) as SavedState;
  const retried = retryFailed(graph, failed(engine, atMs), atMs);
  const results = parts.map((part) => part.slice(1, -1)).filter((part) => part !== '');
  const saved: SavedState = {
    engine: retried.state,
    activeMs: 0,
    parts: results.length > 0 ? 1 : 0,
    recorded,
    full,
  };
  return {
    state: JSON.stringify(saved),
    results: results.length > 0 ? `[${results.join(',')}]` : null,
  };
}

/**
 * Returns the state of the failed execution. The saved state of a cancelled execution may still have the status
 * `running`. In this case, the returned state is marked as failed.
 */
function failed(engine: ExecutionState, atMs: number): ExecutionState {
  if (outcomeOf(engine) !== 'running') return engine;
  return failExecution(engine, nodeError(say('execution_cancelled'), 'cancelled'), atMs).state;
}
