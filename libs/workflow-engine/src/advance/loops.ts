import { FOLLOWED } from '../graph/node-codes';
import type { CompiledGraph, CompiledNode, CompiledScope } from '../graph/compiled-graph';
import { DONE_LABEL } from '../graph/scopes';
import type { Json, JsonObject } from '../json';
import { placeOf, type Draft, type OpenFrame, type OpenLoop } from './draft';
import { decide, isOver } from './follow';
import { framePath, parentOf } from './frame-path';
import { settle, type EndedRun } from './settle';
import type { FrameState } from './state';

export interface Iteration {
  readonly items: readonly Json[];
  readonly itemVariable?: string;
  readonly concurrency: number;
  readonly input: JsonObject;
  readonly itemsField?: string;
  /** Size of items and input in characters. */
  readonly size: number;
}

/**
 * The size that each active round adds to the state, in addition to its outputs. Without it, the size limit would not
 * limit the number of rounds that have no outputs.
 */
function roundSize(body: CompiledScope): number {
  return 100 + 2 * body.nodes.length;
}

/** Starts the rounds of a loop. A loop without items or without a body is done immediately. */
export function beginLoop(
  graph: CompiledGraph,
  draft: Draft,
  node: CompiledNode,
  run: EndedRun,
  loop: Iteration,
): void {
  const at = draft.frame(run.token.frame);
  if (loop.items.length === 0 || node.body === null || node.body.nodes.length === 0) {
    endLoop(graph, draft, at, node, { run, count: loop.items.length });
    return;
  }
  const { items, input, itemsField, itemVariable } = loop;
  const open: OpenLoop = {
    items,
    input,
    itemsField,
    itemVariable,
    // An earlier visit of the loop used the same frame paths. Start above all earlier visit numbers, so that tokens
    // stay unique.
    ...(run.token.visit > 1 && { base: draft.state.rounds }),
    concurrency: loop.concurrency >= 1 ? Math.min(loop.concurrency, loop.items.length) : 1,
    next: 0,
    done: 0,
    frames: [],
    run: { sinceMs: run.sinceMs, attempts: run.attempts, logs: run.logs },
    size: loop.size,
  };
  at.frame.size += loop.size;
  draft.state.size += loop.size;
  draft.putLoop(at, node.id, open);
  beginRounds(draft, at, node, open);
}

/** Removes the field that contains the items from the input, because the items are already stored. */
export function withoutItems(
  input: JsonObject,
  items: readonly Json[],
): { input: JsonObject; itemsField?: string } {
  const itemsField = Object.keys(input).find((name) => input[name] === items);
  if (itemsField === undefined) return { input };
  const { [itemsField]: _kept, ...rest } = input;
  return { input: rest, itemsField };
}

function beginRounds(draft: Draft, at: OpenFrame, node: CompiledNode, loop: OpenLoop): void {
  const { body } = node;
  if (body === null) return;
  for (; loop.frames.length < loop.concurrency && loop.next < loop.items.length; loop.next += 1) {
    const size = roundSize(body);
    const frame: FrameState = {
      index: loop.next,
      codes: body.initial,
      outputs: {},
      size,
      ...(loop.base !== undefined && { base: loop.base }),
    };
    draft.state.size += size;
    loop.frames.push(frame);
    const path = framePath(at.path, node.id, loop.next);
    const visit = 1 + (frame.base ?? 0);
    for (const first of body.first) {
      draft.state.queue.push({ token: { frame: path, nodeId: first.id, visit }, attempt: 1 });
    }
  }
}

/** If nothing more can happen in the frame, starts the next round of its loop, or continues after the loop. */
export function goOnAfter(graph: CompiledGraph, draft: Draft, at: OpenFrame): void {
  const parent = parentOf(at.path);
  if (parent === null || !isOver(at)) return;
  const around = draft.frame(parent.path);
  const node = graph.node(parent.step.loopId);
  const loop = draft.loop(around, node.id);
  loop.frames.splice(placeOf(loop.frames, parent.step.index), 1);
  loop.done += 1;
  draft.state.size -= at.frame.size;
  if (loop.done < loop.items.length) {
    beginRounds(draft, around, node, loop);
    return;
  }
  const run = loopRun(draft, around, node.id, loop);
  draft.removeLoop(around, node.id);
  around.frame.size -= loop.size;
  draft.state.size -= loop.size;
  endLoop(graph, draft, around, node, { run, count: loop.items.length });
}

function endLoop(
  graph: CompiledGraph,
  draft: Draft,
  at: OpenFrame,
  node: CompiledNode,
  { run, count }: { run: EndedRun; count: number },
): void {
  const output = { count };
  settle(draft, run, 'success', { output });
  draft.putOutput(at, node.id, output);
  decide(draft, at, node, FOLLOWED + (node.branches.get(DONE_LABEL) ?? 0));
  goOnAfter(graph, draft, at);
}

/** Returns the run of the loop node itself, for the record. */
export function loopRun(
  draft: Draft,
  at: OpenFrame,
  loopId: string,
  loop: Pick<OpenLoop, 'run' | 'input' | 'itemsField' | 'items'>,
): EndedRun {
  const items = loop.items as Json[];
  const input = loop.itemsField === undefined ? loop.input : { ...loop.input, [loop.itemsField]: items };
  return { ...loop.run, input, token: draft.tokenOf(at, loopId) };
}

/** Size in characters of a loop with all its frames. */
export function loopSize(loop: Pick<OpenLoop, 'frames' | 'size'>): number {
  return loop.frames.reduce((sum, frame) => sum + frameSize(frame), loop.size);
}

/**
 * Size in characters of a frame, including the frames of its loops. `FrameState.size` already contains the items of
 * these loops.
 */
function frameSize(frame: FrameState): number {
  const inner = Object.values(frame.loops ?? {}).flatMap((loop) => loop.frames);
  return inner.reduce((sum, round) => sum + frameSize(round), frame.size);
}
