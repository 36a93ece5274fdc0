import type { FramePath, SettledRun } from '../execution-state';
import type { NodeError } from '../node-outcome';
import { Draft, type OpenFrame } from './draft';
import { framePath } from './frame-path';
import { loopRun } from './loops';
import { outcomeOf } from './read-state';
import { settle } from './settle';
import type { Advanced, ExecutionError, ExecutionState, RunState, WaitState } from './state';

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
 * Once an execution that is about to end has nothing under way: waits and loops that go round get their result, so
 * that each run that was handed out has one. After a failure their places are kept for a retry.
 */
export function conclude(draft: Draft): void {
  const { state } = draft;
  if (state.ending === undefined || state.underWay.length > 0) return;
  for (const wait of state.waiting) {
    settle(draft, waitedRun(wait), 'skipped', { logs: ['Broken off: the execution ended.'] });
    state.size -= wait.size;
  }
  if (state.ending === 'failed') {
    state.broken = [...(state.broken ?? []), ...state.waiting.map((wait) => wait.token)];
  } else {
    state.queue = [];
  }
  state.waiting = [];
  settleLoops(draft, draft.frame(''), state.ending === 'failed' ? 'failed' : 'skipped');
}

export function waitedRun({ token, attempt, sinceMs, logs, input }: WaitState) {
  return { token, attempts: attempt, sinceMs, logs, input: input ?? {} };
}

function settleLoops(draft: Draft, at: OpenFrame, status: SettledRun['status']): void {
  for (const { loopId, path } of loopsWithin(at)) {
    const loop = draft.loop(at, loopId);
    const error = {
      code: 'interrupted',
      message: `The execution ended after ${loop.done} of ${loop.items.length} items.`,
    };
    for (const round of loop.frames) settleLoops(draft, draft.frame(path(round.index ?? 0)), status);
    const run = loopRun(draft, at, loopId, loop);
    if (status === 'failed') settle(draft, run, status, { error });
    else settle(draft, run, status, { logs: [error.message] });
  }
}

/** The loops of a frame that go round. */
export function loopsWithin(at: OpenFrame): { loopId: string; path: (index: number) => FramePath }[] {
  return Object.keys(at.frame.loops ?? {}).map((loopId) => ({
    loopId,
    path: (index) => framePath(at.path, loopId, index),
  }));
}
