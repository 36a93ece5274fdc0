import { say } from '@app/kernel';
import { plainError } from './limits';
import type { NodeError } from '../node-outcome';
import { abandonLoop, abandonPauses, interrupted, loopsOf, type LoopEnd } from './abandon';
import { Draft, type OpenLoop } from './draft';
import { outcomeOf } from './read-state';
import { settle } from './settle';
import type { Advanced, ExecutionError, ExecutionState, RunState } from './state';

/**
 * Fails an execution from outside, because it was cancelled (`cancelled`), exceeded its time limit, or cannot continue.
 * The execution ends immediately: its active runs are recorded as failed with this error, and later reports of these
 * runs are ignored. An execution that has already ended stays unchanged.
 */
export function failExecution(state: ExecutionState, error: NodeError, atMs: number): Advanced {
  if (outcomeOf(state) !== 'running') return { state, ready: [], settled: [] };
  const draft = new Draft(state, atMs);
  const reason: ExecutionError = plainError(error);
  for (const run of draft.state.underWay) {
    settle(draft, endedRun(run), 'failed', { error: reason });
    if (run.stale !== true) draft.markBroken(run.token);
  }
  draft.state.underWay = [];
  draft.state.ending = 'failed';
  draft.state.error = reason;
  conclude(draft);
  return draft.finish();
}

/** Creates an ended run with an empty input from a run that was started but never reported. */
export function endedRun(run: Pick<RunState, 'token' | 'attempt' | 'atMs' | 'sinceMs' | 'logs'>) {
  return {
    token: run.token,
    attempts: run.attempt,
    sinceMs: run.sinceMs ?? run.atMs,
    logs: run.logs ?? [],
    input: {},
  };
}

/**
 * Completes an ending execution when no run is active. Every waiting run and every active loop then gets a result, so
 * each started run has exactly one. After a failure, the interrupted runs are stored for a retry of the execution.
 */
export function conclude(draft: Draft): void {
  const { state } = draft;
  if (state.ending === undefined || state.underWay.length > 0) return;
  const left = abandonPauses(draft, () => true, say('node_ended'));
  if (state.ending === 'failed') draft.markBroken(...left);
  else state.queue = [];
  const root = draft.frame('');
  const status = state.ending === 'failed' ? 'failed' : 'skipped';
  for (const loopId of loopsOf(root)) abandonLoop(draft, root, loopId, (loop) => endOf(loop, status));
}

function endOf({ done, items }: OpenLoop, status: LoopEnd['status']): LoopEnd {
  return { status, error: interrupted(say('ended_after', { done, all: items.length })) };
}
