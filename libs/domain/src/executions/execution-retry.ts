import {
  type CompiledGraph,
  type ExecutionState,
  failExecution,
  outcomeOf,
  reviveFailed,
} from '@app/workflow-engine';
import type { SavedState } from './saved-state';

/** What an execution begins with that goes on from a failed one. */
export interface Revived {
  /** JSON; null where the failed one had saved nothing: then it begins from the start. */
  state: string | null;
  /** The results so far, JSON; null where there are none. */
  results: string | null;
}

/**
 * A failed execution made ready to go on: what was done is kept, what failed or was broken off is to be done again.
 * @param state as it is stored: what stands in it for secrets stays as it is
 * @param parts the results of the failed one, each part a JSON array
 */
export function reviveExecution(
  graph: CompiledGraph,
  state: string | null,
  parts: readonly string[],
  atMs: number,
): Revived {
  if (state === null) return { state: null, results: null };
  const { engine, recorded, full } = JSON.parse(state) as SavedState;
  const revived = reviveFailed(graph, failed(engine, atMs), atMs);
  const results = parts.map((part) => part.slice(1, -1)).filter((part) => part !== '');
  const saved: SavedState = {
    engine: revived.state,
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

/** One that a person ended was broken off in the middle. */
function failed(engine: ExecutionState, atMs: number): ExecutionState {
  if (outcomeOf(engine) !== 'running') return engine;
  return failExecution(engine, { code: 'cancelled', message: 'The execution was ended.' }, atMs).state;
}
