import { FOLLOWED } from '../graph/node-codes';
import type { CompiledGraph, CompiledNode } from '../graph/compiled-graph';
import { jumpTarget } from '../graph/scopes';
import type { NodeError } from '../node-outcome';
import type { Draft } from './draft';
import { decide } from './follow';
import { jump } from './jump';
import { jsonSize } from '../graph/json-size';
import { gotosExceeded, plainError, stateExceeded } from './limits';
import { goOnAfter } from './loops';
import { settle, type EndedRun } from './settle';

/** Default number of retries of a handler with the action `retry`. */
const DEFAULT_RETRIES = 1;

/** Applies the error handler of the failed run's node, unless a limit or the end of the execution prevents it. */
export function failRun(graph: CompiledGraph, draft: Draft, run: EndedRun, error: NodeError): void {
  const node = graph.node(run.token.nodeId);
  const handler = node.definition.onError;
  if (error.fatal === true) return breakOff(draft, run, error);
  if (handler?.action === 'skip') return skip(graph, draft, node, run, error);
  // Once the execution is ending, its nodes neither retry nor jump. A retry of the execution runs this node again.
  if (draft.state.ending !== undefined) return breakOff(draft, run, error);
  if (handler?.action === 'retry' && run.attempts <= (handler.retryCount ?? DEFAULT_RETRIES)) {
    return tryAgain(graph, draft, run, { error, delayMs: handler.retryDelayMs ?? 0 });
  }
  const goesTo = jumpTarget(handler);
  if (goesTo === undefined) return breakOff(draft, run, error);
  if (draft.state.gotos >= graph.limits.gotos) {
    const logs = [`Failed: ${error.message}`];
    return breakOff(draft, { ...run, logs: [...run.logs, ...logs] }, gotosExceeded(graph.limits.gotos));
  }
  settle(draft, run, 'failed', { error, logs: [`Continues with ${goesTo}.`] });
  jump(graph, draft, { from: node, frame: run.token.frame, to: graph.node(goesTo) });
  leaveError(draft, run, error);
}

/**
 * Fails the execution because of this run: active runs finish, and no run starts. The first failure is recorded as the
 * reason.
 */
export function breakOff(draft: Draft, run: EndedRun, error: NodeError): void {
  settle(draft, run, 'failed', { error });
  draft.markBroken(run.token);
  const { state } = draft;
  if (state.ending !== undefined) return;
  state.ending = 'failed';
  const { frame, nodeId } = run.token;
  state.error = {
    ...plainError(error),
    nodeId,
    ...(frame !== '' && { iteration: frame }),
  };
}

function skip(graph: CompiledGraph, draft: Draft, node: CompiledNode, run: EndedRun, error: NodeError): void {
  settle(draft, run, 'skipped', { error });
  leaveError(draft, run, error);
  const at = draft.frame(run.token.frame);
  decide(draft, at, node, FOLLOWED + node.skipBranch);
  goOnAfter(graph, draft, at);
}

/** Stores the error as the output of the node, where later nodes can read it as `nodeOutputs.<id>.error`. */
function leaveError(draft: Draft, run: EndedRun, { code, message }: NodeError): void {
  const at = draft.frame(run.token.frame);
  draft.putOutput(at, run.token.nodeId, { error: { code, message } });
}

function tryAgain(
  graph: CompiledGraph,
  draft: Draft,
  run: EndedRun,
  { error, delayMs }: { error: NodeError; delayMs: number },
): void {
  const { token, attempts, sinceMs } = run;
  const logs = [...run.logs, `attempt ${attempts} failed: ${error.message}`];
  if (delayMs <= 0) {
    draft.state.queue.push({ token, attempt: attempts + 1, sinceMs, logs });
    return;
  }
  const size = jsonSize(logs);
  if (draft.state.size + size > graph.limits.stateSize) {
    return breakOff(draft, { ...run, logs }, stateExceeded(graph.limits.stateSize));
  }
  draft.state.size += size;
  draft.state.waiting.push({ token, untilMs: draft.atMs + delayMs, attempt: attempts, sinceMs, logs, size });
}
