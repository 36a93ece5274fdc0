import { edgesBySource, type Wiring } from './scopes';

/** Cycles of edges, each as the nodes along it; one at least of those that hang together. Takes linear time. */
export function findCycles(wiring: Pick<Wiring, 'size' | 'edges'>): number[][] {
  const before = nodesBefore(wiring);
  const walkedBy = new Map<number, number>();
  const cycles: number[][] = [];
  for (const from of before.keys()) {
    // Backwards from a node that lies on or behind a cycle there is always another such node.
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

/** Of each node that lies on or behind a cycle: one before it that does too. */
function nodesBefore(wiring: Pick<Wiring, 'size' | 'edges'>): Map<number, number> {
  const out = edgesBySource(wiring);
  const open = Array.from({ length: wiring.size }, () => 0);
  for (const { target } of wiring.edges) open[target] = (open[target] ?? 0) + 1;
  const free = open.flatMap((count, node) => (count === 0 ? [node] : []));
  const sorted = new Set(free);
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
