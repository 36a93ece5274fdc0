import { FOLLOWED } from '../graph/node-codes';
import type { CompiledGraph, CompiledNode } from '../graph/compiled-graph';
import { jumpTarget } from '../graph/scopes';
import type { NodeError } from '../node-outcome';
import type { Draft } from './draft';
import { decide } from './follow';
import { jump } from './jump';
import { jsonSize } from '../graph/json-size';
import { gotosExceeded, stateExceeded } from './limits';
import { goOnAfter } from './loops';
import { settle, type EndedRun } from './settle';

/** Of a handler that says `retry` and not how often. */
const DEFAULT_RETRIES = 1;

/** A run failed: what its node's handler says is done, once the limits and the execution's own end have had their say. */
export function failRun(graph: CompiledGraph, draft: Draft, run: EndedRun, error: NodeError): void {
  const node = graph.node(run.token.nodeId);
  const handler = node.definition.onError;
  if (error.fatal === true) return breakOff(draft, run, error);
  if (handler?.action === 'skip') return skip(graph, draft, node, run, error);
  // An execution that has failed neither tries again nor jumps: a retry of it begins with this node.
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
  settle(draft, run, 'failed', { error, logs: [`Goes on with ${goesTo}.`] });
  jump(graph, draft, { from: node, frame: run.token.frame, to: graph.node(goesTo) });
  leaveError(draft, run, error);
}

/** The run's failure is the execution's: what is under way ends, nothing starts. Only the first one gives the reason. */
export function breakOff(draft: Draft, run: EndedRun, error: NodeError): void {
  settle(draft, run, 'failed', { error });
  const { state } = draft;
  state.broken = [...(state.broken ?? []), run.token];
  if (state.ending !== undefined) return;
  state.ending = 'failed';
  const { frame, nodeId } = run.token;
  state.error = {
    code: error.code,
    message: error.message,
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

/** What comes after can see why it was come to: `nodeOutputs.<id>.error`. */
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
