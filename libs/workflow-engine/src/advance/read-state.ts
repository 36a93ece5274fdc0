import type { ExecutionOutcome, ReadyRun, StepScope, Token } from '../execution-state';
import type { Json, JsonObject } from '../json';
import { placeOf } from './draft';
import { stepsOf } from './frame-path';
import type { ExecutionError, ExecutionState } from './state';

/** `running` until the last run that is under way was reported. */
export function outcomeOf(state: ExecutionState): ExecutionOutcome {
  if (state.underWay.length > 0) return 'running';
  if (state.ending !== undefined) return state.ending;
  return state.queue.length > 0 || state.waiting.length > 0 ? 'running' : 'success';
}

/** Why it failed; null where it did not. */
export function errorOf(state: ExecutionState): ExecutionError | null {
  return state.error ?? null;
}

/**
 * Runs that were handed out and not reported: to be run again where the process that ran them is gone. Those that a
 * jump has made stale are among them, for each run that was handed out is reported once.
 */
export function underWay(state: ExecutionState): ReadyRun[] {
  return state.underWay.map(({ token, atMs, attempt }) => ({ token, atMs, attempt }));
}

/** When `wake` has something to do, milliseconds since 1970; null where nothing waits. */
export function nextWakeMs(state: ExecutionState): number | null {
  if (state.ending !== undefined || state.waiting.length === 0) return null;
  return state.waiting.reduce((soonest, wait) => Math.min(soonest, wait.untilMs), Infinity);
}

/**
 * What the expressions of a run see: outputs of its frame and of the frames around it, the variables, and over them
 * the item of each loop around it under the name that the loop gives it. Not a copy: to be read only.
 */
export function scopeOf(state: ExecutionState, token: Token): StepScope {
  if (token.frame === '') return { variables: state.variables, nodeOutputs: state.frame.outputs };
  let { frame } = state;
  const nodeOutputs: JsonObject = { ...frame.outputs };
  const variables: JsonObject = { ...state.variables };
  let scope: StepScope = { variables, nodeOutputs };
  for (const { loopId, index } of stepsOf(token.frame)) {
    const loop =
      frame.loops !== undefined && Object.hasOwn(frame.loops, loopId) ? frame.loops[loopId] : undefined;
    const round = loop?.frames[placeOf(loop.frames, index)];
    // The frame of a stale run is gone.
    if (loop === undefined || round === undefined) return scope;
    frame = round;
    Object.assign(nodeOutputs, frame.outputs);
    const item = loop.items[index] ?? null;
    if (loop.itemVariable !== undefined) own(variables, loop.itemVariable, item);
    scope = { variables, nodeOutputs, item, index };
  }
  return scope;
}

/** Also where the name is `__proto__`. */
function own(variables: JsonObject, name: string, value: Json): void {
  Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
}
