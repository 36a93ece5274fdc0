import type { CompiledGraph } from '../graph/compiled-graph';
import { loopsOf } from './abandon';
import { Draft, type OpenFrame } from './draft';
import { framePath } from './frame-path';
import { fill } from './hand-out';
import { outcomeOf } from './read-state';
import type { Advanced, ExecutionState } from './state';

/**
 * Goes on with a failed execution where it failed. What was done stays done. Runs that failed or were broken off are
 * handed out again, as new visits; so are, as what they were, those that were still to come. Steps and jumps are
 * counted anew. Any other state stays as it is.
 */
export function reviveFailed(graph: CompiledGraph, state: ExecutionState, atMs: number): Advanced {
  if (outcomeOf(state) !== 'failed') return { state, ready: [], settled: [] };
  const { ending: _ending, error: _error, broken = [], ...kept } = state;
  const draft = new Draft({ ...kept, steps: 0, gotos: 0, rounds: state.rounds + 1 }, atMs);
  countLoops(draft, draft.frame(''));
  const again = broken.map(({ frame, nodeId }) => {
    const at = draft.frame(frame);
    draft.countVisit(at, nodeId);
    return { token: draft.tokenOf(at, nodeId), attempt: 1 };
  });
  draft.state.queue.unshift(...again);
  fill(graph, draft);
  return draft.finish();
}

/** Loops that went round go on, and have a result of their own once more. */
function countLoops(draft: Draft, at: OpenFrame): void {
  for (const loopId of loopsOf(at)) {
    draft.countVisit(at, loopId);
    for (const { index = 0 } of draft.loop(at, loopId).frames) {
      countLoops(draft, draft.frame(framePath(at.path, loopId, index)));
    }
  }
}
