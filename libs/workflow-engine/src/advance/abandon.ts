import type { SettledRun, Token } from '../execution-state';
import type { NodeError } from '../node-outcome';
import type { Draft, OpenFrame, OpenLoop } from './draft';
import { framePath } from './frame-path';
import { loopRun } from './loops';
import { settle } from './settle';

/** Why a run has no end of its own, where what became of the execution is the cause. */
export function interrupted(message: string): NodeError {
  return { code: 'interrupted', message };
}

/** Runs that were begun and have no end of their own get a result all the same: its error says why they are left. */
export function abandonPauses(draft: Draft, isLeft: (token: Token) => boolean, why: string): Token[] {
  const { state } = draft;
  const left: Token[] = [];
  state.waiting = state.waiting.filter((wait) => {
    const { token, attempt, sinceMs, logs, input = {} } = wait;
    if (!isLeft(token)) return true;
    settle(draft, { token, attempts: attempt, sinceMs, logs, input }, 'skipped', { error: interrupted(why) });
    state.size -= wait.size;
    left.push(token);
    return false;
  });
  state.queue = state.queue.filter(({ token, attempt, sinceMs = draft.atMs, logs = [] }) => {
    if (attempt === 1 || !isLeft(token)) return true;
    settle(draft, { token, attempts: attempt - 1, sinceMs, logs, input: {} }, 'skipped', {
      error: interrupted(why),
    });
    left.push(token);
    return false;
  });
  return left;
}

export interface LoopEnd {
  readonly status: SettledRun['status'];
  readonly error: NodeError;
}

/** The same for a loop that goes round and for those within its rounds, the innermost first. */
export function abandonLoop(
  draft: Draft,
  at: OpenFrame,
  loopId: string,
  end: (loop: OpenLoop) => LoopEnd,
): void {
  const loop = draft.loop(at, loopId);
  for (const { index = 0 } of loop.frames) {
    const round = draft.frame(framePath(at.path, loopId, index));
    for (const inner of loopsOf(round)) abandonLoop(draft, round, inner, end);
  }
  const { status, error } = end(loop);
  settle(draft, loopRun(draft, at, loopId, loop), status, { error });
}

/** The loops of a frame that go round. */
export function loopsOf(at: OpenFrame): string[] {
  return Object.keys(at.frame.loops ?? {});
}
