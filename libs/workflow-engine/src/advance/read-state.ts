import type { ExecutionOutcome, ReadyRun, StepScope, Token } from '../execution-state';
import type { Json, JsonObject } from '../json';
import type { CompiledGraph, CompiledNode } from '../graph/compiled-graph';
import { placeOf, visitIn } from './draft';
import { framePath, stepsOf } from './frame-path';
import type { ExecutionError, ExecutionState } from './state';

/**
 * Returns how the execution has ended. An ending execution stays `running` until its last active run has been reported.
 */
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
 * Returns the runs that were dispatched but not yet reported. If the process that ran them has died, they must run
 * again. Runs that a jump has made stale are included, because every dispatched run is reported once.
 */
export function underWay(state: ExecutionState): ReadyRun[] {
  return state.underWay.map(({ token, atMs, attempt }) => ({ token, atMs, attempt }));
}

/** Returns when `wake` is due next, in milliseconds since 1970. Null if nothing waits. */
export function nextWakeMs(state: ExecutionState): number | null {
  if (state.ending !== undefined || state.waiting.length === 0) return null;
  return state.waiting.reduce((soonest, wait) => Math.min(soonest, wait.untilMs), Infinity);
}

/** Returns true if at least one node asked to run again when the execution is woken. */
export function canBeWoken(state: ExecutionState): boolean {
  return state.ending === undefined && state.waiting.some((wait) => wait.wakes === true);
}

/**
 * Returns the current run of a node that waits for a call. The node is in the same frame as the run `from`, or in an
 * enclosing frame.
 * @returns null if the node does not exist or does not wait for a call, or if it is in a loop that does not contain
 *   `from`
 */
export function callableRun(
  graph: CompiledGraph,
  state: ExecutionState,
  from: Token,
  nodeId: string,
): Token | null {
  const node = graph.find(nodeId);
  if (!node?.type.waitsForCall?.(node.definition.config)) return null;
  const loops = loopsAround(node);
  const steps = stepsOf(from.frame).slice(0, loops.length);
  if (loops.some((loopId, depth) => steps[depth]?.loopId !== loopId)) return null;
  let path = '';
  let { frame } = state;
  for (const { loopId, index } of steps) {
    path = framePath(path, loopId, index);
    const rounds = frame.loops?.[loopId]?.frames ?? [];
    frame = rounds[placeOf(rounds, index)] ?? frame;
  }
  return { frame: path, nodeId, visit: visitIn(frame, nodeId) };
}

/** Returns the ids of the loops that contain a node, outermost first. */
function loopsAround({ scope }: CompiledNode): string[] {
  return scope.loop === null ? [] : [...loopsAround(scope.loop), scope.loop.id];
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

/** Sets an own property. Unlike an assignment, this also works for the name `__proto__`. */
function own(variables: JsonObject, name: string, value: Json): void {
  Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
}
