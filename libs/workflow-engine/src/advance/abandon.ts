import type { Message } from '@app/kernel';
import type { SettledRun, Token } from '../execution-state';
import type { NodeError } from '../node-outcome';
import type { Draft, OpenFrame, OpenLoop } from './draft';
import { framePath } from './frame-path';
import { nodeError } from './limits';
import { loopRun } from './loops';
import { settle } from './settle';

/** Returns the error of a run that was interrupted, for example because the execution jumped or ended. */
export function interrupted(reason: Message): NodeError {
  return nodeError(reason, 'interrupted');
}

/**
 * Abandons the waiting runs for which `isLeft` is true: delays, polls and pauses before a retry. Each of these runs
 * gets one result, whose error contains `why`.
 * @returns the tokens of the abandoned runs
 */
export function abandonPauses(draft: Draft, isLeft: (token: Token) => boolean, why: Message): Token[] {
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
  state.queue = state.queue.filter(({ token, attempt, sinceMs = draft.atMs, logs = [], polls }) => {
    const attempts = polls === true ? attempt : attempt - 1;
    if (attempts === 0 || !isLeft(token)) return true;
    settle(draft, { token, attempts, sinceMs, logs, input: {} }, 'skipped', { error: interrupted(why) });
    left.push(token);
    return false;
  });
  return left;
}

export interface LoopEnd {
  readonly status: SettledRun['status'];
  readonly error: NodeError;
}

/** Records a result for an active loop and for each loop inside it, innermost first. */
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

/** Lists the active loops of a frame. */
export function loopsOf(at: OpenFrame): string[] {
  return Object.keys(at.frame.loops ?? {});
}
