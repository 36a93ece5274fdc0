import { edgesBySource, type Wiring } from './scopes';

/**
 * Finds cycles of edges and returns the nodes of each. Finds at least one cycle per strongly connected component. Takes
 * linear time.
 */
export function findCycles(wiring: Pick<Wiring, 'size' | 'edges'>): number[][] {
  const before = nodesBefore(wiring);
  const walkedBy = new Map<number, number>();
  const cycles: number[][] = [];
  for (const from of before.keys()) {
    // Each node in `before` has a predecessor in `before`, so walking backwards always ends in a cycle.
    const walk: number[] = [];
    let node: number | undefined = from;
    while (node !== undefined && !walkedBy.has(node)) {
      walkedBy.set(node, from);
      walk.push(node);
      node = before.get(node);
    }
    if (node === undefined || walkedBy.get(node) !== from) continue;
    cycles.push(fromLowest(walk.slice(walk.indexOf(node)).reverse()));
  }
  return cycles;
}

function fromLowest(cycle: readonly number[]): number[] {
  const lowest = cycle.reduce((least, node) => Math.min(least, node), Infinity);
  const place = cycle.indexOf(lowest);
  return [...cycle.slice(place), ...cycle.slice(0, place)];
}

/**
 * Returns the nodes that are on a cycle, or are reachable from a cycle. Each is mapped to a predecessor that is also
 * one of these nodes.
 */
function nodesBefore(wiring: Pick<Wiring, 'size' | 'edges'>): Map<number, number> {
  const out = edgesBySource(wiring);
  const open = Array.from({ length: wiring.size }, () => 0);
  for (const { target } of wiring.edges) open[target] = (open[target] ?? 0) + 1;
  const sorted = new Set([...open.keys()].filter((node) => open[node] === 0));
  for (const node of sorted) {
    for (const { target } of out[node] ?? []) {
      const left = (open[target] ?? 0) - 1;
      open[target] = left;
      if (left === 0) sorted.add(target);
    }
  }
  const before = new Map<number, number>();
  for (const { source, target } of wiring.edges) {
    if (!sorted.has(source) && !sorted.has(target)) before.set(target, source);
  }
  return before;
}
