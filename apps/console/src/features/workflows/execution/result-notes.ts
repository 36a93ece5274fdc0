import type { Graph } from '../graph/definition';
import type { NodeNote, Notes } from '../graph/flow-elements';
import type { Execution, NodeResult } from '../workflows.queries';

/**
 * Returns the states of the nodes after the first `count` results. While the execution runs, a node counts as running
 * if it follows a node with a result but has none itself.
 */
export function notesOfResults(
  { edges }: Graph,
  results: readonly NodeResult[],
  status: Execution['status'],
  count = results.length,
): Notes {
  const notes = new Map<string, NodeNote>();
  for (const { nodeId, status: state, attempts } of results.slice(0, count)) {
    const runs = (notes.get(nodeId)?.runs ?? 0) + 1;
    notes.set(nodeId, { state, attempts, runs });
  }
  if (status !== 'running' || count < results.length) return notes;
  const ended = new Set(notes.keys());
  for (const { source, target, label } of edges) {
    const isNext = ended.has(source) && !ended.has(target) && !label;
    if (isNext) notes.set(target, { state: 'running' });
  }
  return notes;
}
