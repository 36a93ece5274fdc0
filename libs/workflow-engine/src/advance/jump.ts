import { say } from '@app/kernel';
import { ACTIVE, DEAD, ENDED, UNDECIDED } from '../graph/node-codes';
import type { CompiledGraph, CompiledNode } from '../graph/compiled-graph';
import type { FramePath, Token } from '../execution-state';
import { abandonLoop, abandonPauses, interrupted } from './abandon';
import type { Draft, OpenFrame } from './draft';
import { decide } from './follow';
import { loopTowards } from './frame-path';
import { loopSize } from './loops';

const LEFT = say('node_left');

/**
 * Continues at the node `to` in the same frame, without waiting for its incoming edges. Every node that is reachable
 * from `to` becomes undecided and loses its output. A loop also loses its rounds. Edges from other nodes keep their
 * state. If the failed node `from` is not reachable from `to`, its outgoing edges are dead.
 */
export function jump(
  graph: CompiledGraph,
  draft: Draft,
  { from, frame, to }: { from: CompiledNode; frame: FramePath; to: CompiledNode },
): void {
  const at = draft.frame(frame);
  const region = graph.region(to);
  draft.state.gotos += 1;
  draft.state.rounds += 1;
  dropRuns(draft, isWithin(graph, at, region));
  for (const node of region) reset(draft, at, node);
  at.frame.codes[to.place] = ACTIVE;
  draft.state.queue.push({ token: draft.tokenOf(at, to.id), attempt: 1 });
  if (!region.has(from)) decide(draft, at, from, ENDED);
}

function isWithin(
  graph: CompiledGraph,
  at: OpenFrame,
  region: ReadonlySet<CompiledNode>,
): (token: Token) => boolean {
  return (token) => {
    const nodeId = token.frame === at.path ? token.nodeId : loopTowards(at.path, token.frame);
    return nodeId !== null && region.has(graph.node(nodeId));
  };
}

/**
 * Marks matching active runs as stale, so that their outcomes do not affect the flow. Matching waiting runs end now.
 */
function dropRuns(draft: Draft, isDropped: (token: Token) => boolean): void {
  const { state } = draft;
  state.underWay = state.underWay.map((run) => (isDropped(run.token) ? { ...run, stale: true } : run));
  abandonPauses(draft, isDropped, LEFT);
  state.queue = state.queue.filter((queued) => !isDropped(queued.token));
}

function reset(draft: Draft, at: OpenFrame, node: CompiledNode): void {
  const code = at.frame.codes[node.place];
  if (code === UNDECIDED) return;
  at.frame.codes[node.place] = UNDECIDED;
  draft.removeOutput(at, node.id);
  if (node.body !== null && at.frame.loops !== undefined && Object.hasOwn(at.frame.loops, node.id)) {
    dropLoop(draft, at, node.id);
  }
  if (code !== DEAD) draft.countVisit(at, node.id);
}

function dropLoop(draft: Draft, at: OpenFrame, loopId: string): void {
  const loop = draft.loop(at, loopId);
  abandonLoop(draft, at, loopId, () => ({ status: 'skipped', error: interrupted(LEFT) }));
  draft.removeLoop(at, loopId);
  at.frame.size -= loop.size;
  draft.state.size -= loopSize(loop);
}
