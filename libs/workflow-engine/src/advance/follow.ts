import { ACTIVE, DEAD, FOLLOWED, UNDECIDED } from '../graph/node-codes';
import type { CompiledNode } from '../graph/compiled-graph';
import type { Draft, OpenFrame } from './draft';

/**
 * Records the end of a node and decides which of its outgoing edges are live. A following node is decided when all of
 * its incoming edges are decided. If at least one of them is live, the node is queued. If all of them are dead, the
 * node and its outgoing edges are dead too.
 */
export function decide(draft: Draft, at: OpenFrame, node: CompiledNode, code: number): void {
  const { codes } = at.frame;
  codes[node.place] = code;
  const ended = [node];
  for (let source = ended.pop(); source !== undefined; source = ended.pop()) {
    for (const edge of source.outgoing) {
      const target = node.scope.nodes[edge.node];
      if (target === undefined || codes[target.place] !== UNDECIDED) continue;
      const verdict = verdictOn(target, codes);
      if (verdict === UNDECIDED) continue;
      codes[target.place] = verdict;
      if (verdict === DEAD) ended.push(target);
      else draft.state.queue.push({ token: draft.tokenOf(at, target.id), attempt: 1 });
    }
  }
}

function verdictOn(node: CompiledNode, codes: readonly number[]): number {
  let live = node.entry;
  for (const edge of node.incoming) {
    const code = codes[edge.node] ?? DEAD;
    if (code === UNDECIDED || code === ACTIVE) return UNDECIDED;
    if (code === FOLLOWED + edge.branch) live = true;
  }
  return live ? ACTIVE : DEAD;
}

/** True if nothing more can happen in the frame. An undecided node always waits for an active node. */
export function isOver(at: OpenFrame): boolean {
  return !at.frame.codes.includes(ACTIVE);
}
