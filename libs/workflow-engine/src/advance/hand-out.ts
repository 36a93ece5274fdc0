import type { CompiledGraph } from '../graph/compiled-graph';
import type { Draft } from './draft';
import { breakOff } from './fail';
import { stepsExceeded } from './limits';

/** Dispatches due runs in order, up to the maximum number of parallel runs. */
export function fill(graph: CompiledGraph, draft: Draft): void {
  const { state, atMs } = draft;
  const { limits } = graph;
  let taken = 0;
  while (state.ending === undefined && state.underWay.length < limits.atOnce) {
    const next = state.queue[taken];
    if (next === undefined) break;
    taken += 1;
    const { token, attempt, sinceMs, logs, polls } = next;
    if (polls !== true && state.steps >= limits.steps) {
      const run = { token, attempts: attempt - 1, sinceMs: sinceMs ?? atMs, logs: logs ?? [], input: {} };
      breakOff(draft, run, stepsExceeded(limits.steps));
      break;
    }
    if (polls !== true) state.steps += 1;
    // A first attempt needs neither `sinceMs` nor `logs`.
    const isFirst = sinceMs === undefined && logs === undefined;
    state.underWay.push(isFirst ? { token, attempt, atMs } : { token, attempt, sinceMs, logs, atMs });
    draft.ready.push({ token, atMs, attempt });
  }
  if (taken > 0) state.queue.splice(0, taken);
}
