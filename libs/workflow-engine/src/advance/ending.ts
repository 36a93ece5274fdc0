import type { NodeError } from '../node-outcome';
import { abandonLoop, abandonPauses, interrupted, loopsOf, type LoopEnd } from './abandon';
import { Draft, type OpenLoop } from './draft';
import { outcomeOf } from './read-state';
import { settle } from './settle';
import type { Advanced, ExecutionError, ExecutionState, RunState } from './state';

/**
 * Fails an execution from outside: it was cancelled (`cancelled`), has used up its time, or cannot go on. Nothing is
 * waited for: what is under way is put on record as failed with this error, and a report of it that comes later is
 * ignored. An execution that has ended stays as it is.
 */
export function failExecution(state: ExecutionState, error: NodeError, atMs: number): Advanced {
  if (outcomeOf(state) !== 'running') return { state, ready: [], settled: [] };
  const draft = new Draft(state, atMs);
  const reason: ExecutionError = { code: error.code, message: error.message };
  for (const run of draft.state.underWay) {
    settle(draft, endedRun(run), 'failed', { error: reason });
    if (run.stale !== true) draft.state.broken = [...(draft.state.broken ?? []), run.token];
  }
  draft.state.underWay = [];
  draft.state.ending = 'failed';
  draft.state.error = reason;
  conclude(draft);
  return draft.finish();
}

/** A run as handed out, before anything is known of its end. */
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
 * Once an execution that is about to end has nothing under way: waits, pauses and loops that go round get their
 * result, so that each run that was handed out has one. After a failure their places are kept for a retry.
 */
export function conclude(draft: Draft): void {
  const { state } = draft;
  if (state.ending === undefined || state.underWay.length > 0) return;
  const left = abandonPauses(draft, () => true, 'It was broken off: the execution ended.');
  if (state.ending === 'failed') state.broken = [...(state.broken ?? []), ...left];
  else state.queue = [];
  const root = draft.frame('');
  const status = state.ending === 'failed' ? 'failed' : 'skipped';
  for (const loopId of loopsOf(root)) abandonLoop(draft, root, loopId, (loop) => endOf(loop, status));
}

function endOf({ done, items }: OpenLoop, status: LoopEnd['status']): LoopEnd {
  const message = `The execution ended after ${done} of ${items.length} items.`;
  return { status, error: interrupted(message) };
}
