import { say } from '@app/kernel';
import { errorWith } from './map-texts';
import { FOLLOWED } from '../graph/node-codes';
import type { CompiledGraph, CompiledNode } from '../graph/compiled-graph';
import type { StepReport } from '../execution-state';
import type { Json, JsonObject } from '../json';
import type { NodeOutcome, StepOutcome } from '../node-outcome';
import { interrupted } from './abandon';
import type { Draft } from './draft';
import { breakOff, failRun } from './fail';
import { decide } from './follow';
import { jsonSize } from '../graph/json-size';
import { itemsExceeded, misbehaved, outputExceeded, stateExceeded, tooDeep } from './limits';
import { beginLoop, goOnAfter, withoutItems } from './loops';
import { settle, type EndedRun } from './settle';
import type { RunState, WaitState } from './state';
import { withEntries } from './with-entries';

type Outcome<Kind extends NodeOutcome['kind']> = Extract<NodeOutcome, { kind: Kind }>;

/** Maximum length of a node's error message. */
const LONGEST_MESSAGE = 1000;

interface Finishing {
  readonly graph: CompiledGraph;
  readonly draft: Draft;
  readonly node: CompiledNode;
  readonly run: EndedRun;
}

/** Applies the outcome of an active run. */
export function finishRun(graph: CompiledGraph, draft: Draft, state: RunState, report: StepReport): void {
  const { token, attempt, logs } = state;
  const run: EndedRun = {
    token,
    attempts: attempt,
    sinceMs: state.sinceMs ?? state.atMs,
    logs: logs === undefined ? report.logs : [...logs, ...report.logs],
    input: report.input,
  };
  const outcome = brief(report.outcome);
  if (state.stale === true || draft.state.ending === 'success') return record(draft, run, outcome);
  const finishing = { graph, draft, run, node: graph.node(token.nodeId) };
  switch (outcome.kind) {
    case 'done':
      return finishDone(finishing, outcome);
    case 'wait':
      return beginWait(finishing, outcome);
    case 'poll':
      return beginPoll(finishing, outcome);
    case 'iterate':
      return iterate(finishing, outcome);
    case 'stop':
      return stop(finishing, outcome);
    default:
      return failRun(graph, draft, run, outcome.error);
  }
}

/** Shortens a long error message, because it is stored in the node's log, output and result. */
function brief(outcome: StepOutcome): StepOutcome {
  if (outcome.kind !== 'failed' || outcome.error.message.length <= LONGEST_MESSAGE) return outcome;
  return { kind: 'failed', error: errorWith(outcome.error, cut) };
}

/**
 * If the cut splits a surrogate pair, the conversion to bytes and back replaces the remaining half. The conversion also
 * creates a copy, so that the long text can be freed.
 */
function cut(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return text;
  return `${Buffer.from(text.slice(0, LONGEST_MESSAGE - 1)).toString()}…`;
}

/** Records the outcome of a run that no longer affects the flow. */
function record(draft: Draft, run: EndedRun, outcome: StepOutcome): void {
  if (outcome.kind === 'failed') return settle(draft, run, 'failed', { error: outcome.error });
  if (outcome.kind === 'done' || outcome.kind === 'stop') return settle(draft, run, 'success', outcome);
  settle(draft, run, 'skipped', { error: interrupted(say('node_did_not_continue')) });
}

function finishDone(
  finishing: Finishing,
  { output, branch, variables }: Omit<Outcome<'done'>, 'kind'>,
): void {
  const { graph, draft, node, run } = finishing;
  const taken = branch === undefined ? node.skipBranch : node.branches.get(branch);
  if (taken === undefined)
    return failRun(
      graph,
      draft,
      run,
      misbehaved(`The node took the branch '${branch}', which does not exist.`),
    );
  const size = outputSize(finishing, output);
  if (size === null) return;
  const more = variables === undefined ? 0 : growth(draft.state.variables, variables, graph.limits.stateSize);
  if (!fits(finishing, size + more)) return;
  settle(draft, run, 'success', { output });
  const at = draft.frame(run.token.frame);
  draft.putOutput(at, node.id, output, size);
  if (variables !== undefined) {
    draft.state.variables = withEntries(draft.state.variables, variables);
    draft.state.size += more;
  }
  decide(draft, at, node, FOLLOWED + taken);
  goOnAfter(graph, draft, at);
}

function beginWait(finishing: Finishing, { untilMs, output }: Outcome<'wait'>): void {
  const { graph, draft, run } = finishing;
  if (!Number.isFinite(untilMs)) return failRun(graph, draft, run, endlessWait());
  if (untilMs <= draft.atMs) return finishDone(finishing, { output });
  const { token, attempts, sinceMs, logs, input } = run;
  const kept = outputSize(finishing, output);
  if (kept === null) return;
  const size = kept + jsonSize(input, graph.limits.stateSize) + jsonSize(logs as Json[]);
  if (!fits(finishing, size)) return;
  draft.state.size += size;
  draft.state.waiting.push({ token, untilMs, attempt: attempts, sinceMs, logs, input, output, size });
}

/**
 * Lets a run wait for its next poll. A poll that is already due waits for 1 ms, so the time between two runs of a node
 * is never zero.
 */
function beginPoll(finishing: Finishing, { untilMs, wakes }: Outcome<'poll'>): void {
  const { graph, draft, run } = finishing;
  if (!Number.isFinite(untilMs)) return failRun(graph, draft, run, endlessWait());
  const { token, attempts, sinceMs, logs, input } = run;
  const size = jsonSize(input, graph.limits.stateSize) + jsonSize(logs as Json[]);
  if (!fits(finishing, size)) return;
  draft.state.size += size;
  draft.state.waiting.push({
    token,
    untilMs: Math.max(untilMs, draft.atMs + 1),
    attempt: attempts,
    sinceMs,
    logs,
    input,
    size,
    polls: true,
    ...(wakes === true ? { wakes } : {}),
  });
}

const endlessWait = () => misbehaved('The node returned a wait whose end is not a number.');

function iterate(finishing: Finishing, { items, itemVariable, concurrency }: Outcome<'iterate'>): void {
  const { graph, draft, node, run } = finishing;
  const { loopItems, stateSize } = graph.limits;
  if (node.body === null)
    return failRun(
      graph,
      draft,
      run,
      misbehaved('The node returned items to iterate over, but only loops have a body.'),
    );
  if (items.length > loopItems) return failRun(graph, draft, run, itemsExceeded(items.length, loopItems));
  const input = withoutItems(run.input, items);
  const size = jsonSize(items, stateSize) + jsonSize(input.input, stateSize) + jsonSize(run.logs as Json[]);
  if (!fits(finishing, size)) return;
  beginLoop(graph, draft, node, run, { items, itemVariable, concurrency, size, ...input });
}

function stop(finishing: Finishing, { output }: Outcome<'stop'>): void {
  const { draft, run } = finishing;
  if (outputSize(finishing, output) === null) return;
  settle(draft, run, 'success', { output });
  // A failed execution stays failed. A retry of the execution runs this end node again.
  if (draft.state.ending === undefined) draft.state.ending = 'success';
  else draft.markBroken(run.token);
}

/** Returns the size of an output. If the output exceeds the limit, fails the run and returns null. */
function outputSize({ graph, draft, run }: Finishing, output: JsonObject): number | null {
  const limit = graph.limits.outputSize;
  const size = jsonSize(output, limit);
  if (size <= limit) return size;
  breakOff(draft, run, size === Infinity ? tooDeep() : outputExceeded(limit));
  return null;
}

/** Checks that the state may grow by `more` characters. If it may not, fails the run and returns false. */
function fits({ graph, draft, run }: Finishing, more: number): boolean {
  const limit = graph.limits.stateSize;
  // A change that does not increase the size is always accepted, because rounds of loops may already have exceeded the
  // limit.
  if (more <= 0 || draft.state.size + more <= limit) return true;
  breakOff(draft, run, more === Infinity ? tooDeep() : stateExceeded(limit));
  return false;
}

function growth(variables: JsonObject, changes: JsonObject, most: number): number {
  let more = 0;
  for (const name of Object.keys(changes)) {
    more += name.length + 4 + jsonSize(changes[name], most);
    if (Object.hasOwn(variables, name)) more -= name.length + 4 + jsonSize(variables[name]);
  }
  return more;
}

/** Ends the waits for which `isDue` returns true. */
export function wakeRuns(graph: CompiledGraph, draft: Draft, isDue: (wait: WaitState) => boolean): void {
  const { state } = draft;
  const due = state.waiting.filter(isDue);
  state.waiting = state.waiting.filter((wait) => !isDue(wait));
  for (const wait of due) {
    const { token, attempt, sinceMs, logs, output, polls } = wait;
    // An earlier wait has failed the execution. This wait is abandoned with the others.
    if (state.ending !== undefined) {
      state.waiting.push(wait);
      continue;
    }
    state.size -= wait.size;
    if (polls === true) {
      state.queue.push({ token, attempt, sinceMs, logs, polls });
      continue;
    }
    if (output === undefined) {
      state.queue.push({ token, attempt: attempt + 1, sinceMs, logs });
      continue;
    }
    const run = { token, attempts: attempt, sinceMs, logs, input: wait.input ?? {} };
    finishDone({ graph, draft, run, node: graph.node(token.nodeId) }, { output });
  }
}
