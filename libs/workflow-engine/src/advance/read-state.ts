import type { ExecutionOutcome, ReadyRun, StepScope, Token } from '../execution-state';
import type { Json, JsonObject } from '../json';
import { placeOf } from './draft';
import { stepsOf } from './frame-path';
import type { ExecutionError, ExecutionState } from './state';

/** Returns `running` until the last active run was reported. */
export function outcomeOf(state: ExecutionState): ExecutionOutcome {
  if (state.underWay.length > 0) return 'running';
  if (state.ending !== undefined) return state.ending;
  return state.queue.length > 0 || state.waiting.length > 0 ? 'running' : 'success';
}

/** The reason of the failure; null if the execution did not fail. */
export function errorOf(state: ExecutionState): ExecutionError | null {
  return state.error ?? null;
}

/**
 * Runs that were handed out and not reported. If their process died, they must run again. Runs made stale by a jump are
 * included, because each run is reported once.
 */
export function underWay(state: ExecutionState): ReadyRun[] {
  return state.underWay.map(({ token, atMs, attempt }) => ({ token, atMs, attempt }));
}

/** When `wake` is due next, in milliseconds since 1970; null if nothing waits. */
export function nextWakeMs(state: ExecutionState): number | null {
  if (state.ending !== undefined || state.waiting.length === 0) return null;
  return state.waiting.reduce((soonest, wait) => Math.min(soonest, wait.untilMs), Infinity);
}

/**
 * The scope of a run's expressions: the outputs of its frame and the enclosing frames, the variables, and the item of
 * each enclosing loop under its name. Items hide variables of the same name. The result is not a copy: do not modify
 * it.
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
    // The frame of a stale run no longer exists.
    if (loop === undefined || round === undefined) return scope;
    frame = round;
    Object.assign(nodeOutputs, frame.outputs);
    const item = loop.items[index] ?? null;
    if (loop.itemVariable !== undefined) own(variables, loop.itemVariable, item);
    scope = { variables, nodeOutputs, item, index };
  }
  return scope;
}

/** Sets an own property even if the name is `__proto__`. */
function own(variables: JsonObject, name: string, value: Json): void {
  Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
}
