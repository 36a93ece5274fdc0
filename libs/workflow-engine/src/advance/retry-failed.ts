import type { CompiledGraph } from '../graph/compiled-graph';
import { loopsOf } from './abandon';
import { Draft, type OpenFrame } from './draft';
import { framePath } from './frame-path';
import { fill } from './hand-out';
import { outcomeOf } from './read-state';
import type { Advanced, ExecutionState } from './state';

/**
 * Continues a failed execution where it failed. Finished nodes stay done. Failed and interrupted runs are dispatched
 * again as new visits. Runs that were still queued keep their visit numbers. Node runs and jumps are counted from zero.
 * If the execution has not failed, its state stays unchanged.
 */
export function retryFailed(graph: CompiledGraph, state: ExecutionState, atMs: number): Advanced {
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

/** Counts a new visit for each active loop, because the loop continues and will get a second result. */
function countLoops(draft: Draft, at: OpenFrame): void {
  for (const loopId of loopsOf(at)) {
    draft.countVisit(at, loopId);
    for (const { index = 0 } of draft.loop(at, loopId).frames) {
      countLoops(draft, draft.frame(framePath(at.path, loopId, index)));
    }
  }
}
