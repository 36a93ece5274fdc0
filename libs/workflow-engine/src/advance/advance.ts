import type { CompiledGraph } from '../graph/compiled-graph';
import type { StepReport } from '../execution-state';
import { Draft } from './draft';
import { conclude } from './ending';
import { fill } from './hand-out';
import { finishRun, wakeRuns } from './outcomes';
import type { Advanced, ExecutionState, WaitState } from './state';

/** Starts an execution and dispatches the run of its start node. */
export function begin(graph: CompiledGraph, atMs: number): Advanced {
  const { initial, first } = graph.root;
  const draft = new Draft(
    {
      steps: 0,
      gotos: 0,
      rounds: 0,
      size: 0,
      variables: {},
      frame: { codes: initial, outputs: {}, size: 0 },
      queue: first.map(({ id }) => ({ token: { frame: '', nodeId: id, visit: 1 }, attempt: 1 })),
      underWay: [],
      waiting: [],
    },
    atMs,
  );
  fill(graph, draft);
  return draft.finish();
}

/**
 * Applies the outcome of a run and dispatches the runs that are then ready. A report of an inactive run changes
 * nothing.
 */
export function advance(graph: CompiledGraph, state: ExecutionState, report: StepReport): Advanced {
  const place = state.underWay.findIndex(
    ({ token }) =>
      token.nodeId === report.token.nodeId &&
      token.frame === report.token.frame &&
      token.visit === report.token.visit,
  );
  const run = state.underWay[place];
  if (run === undefined) return { state, ready: [], settled: [] };
  const draft = new Draft(state, report.atMs);
  draft.state.underWay.splice(place, 1);
  finishRun(graph, draft, run, report);
  fill(graph, draft);
  conclude(draft);
  return draft.finish();
}

/**
 * Ends the waits that are due at `nowMs`: delayed nodes finish, and nodes that pause before a retry start their next
 * attempt.
 */
export function wake(graph: CompiledGraph, state: ExecutionState, nowMs: number): Advanced {
  return endWaits(graph, state, nowMs, (wait) => wait.untilMs <= nowMs);
}

/** Like `wake`, but also ends the waits of nodes that asked to run again when the execution is woken. */
export function wakeEarly(graph: CompiledGraph, state: ExecutionState, nowMs: number): Advanced {
  return endWaits(graph, state, nowMs, (wait) => wait.wakes === true || wait.untilMs <= nowMs);
}

function endWaits(
  graph: CompiledGraph,
  state: ExecutionState,
  nowMs: number,
  isDue: (wait: WaitState) => boolean,
): Advanced {
  if (state.ending !== undefined || !state.waiting.some(isDue)) return { state, ready: [], settled: [] };
  const draft = new Draft(state, nowMs);
  wakeRuns(graph, draft, isDue);
  fill(graph, draft);
  conclude(draft);
  return draft.finish();
}
