import type { Config, Graph, GraphEdge, GraphNode, Point } from '../graph/definition';
import { storedPosition } from '../graph/definition';
import { edgeKey, noteKey } from '../graph/flow-elements';
import { arrange, NODE_WIDTH, positionsOf } from '../graph/layout';

type Branches = (node: GraphNode) => readonly string[];

const COLUMN = NODE_WIDTH + 72;
const ROW = 140;
/** A workflow cannot have more notes. */
const MOST_NOTES = 100;

/**
 * Gives each node a position: its stored position if all nodes have one, otherwise its position in an automatic layout.
 */
export function placed(graph: Graph, branchesOf: Branches): Graph {
  return moved(graph, positionsOf(graph, countOf(graph, branchesOf)));
}

/** Arranges all nodes. */
export function arranged(graph: Graph, branchesOf: Branches): Graph {
  return moved(graph, arrange(graph, countOf(graph, branchesOf)));
}

function countOf({ nodes }: Graph, branchesOf: Branches): (id: string) => number {
  const counts = new Map(nodes.map((node) => [node.id, branchesOf(node).length]));
  return (id) => counts.get(id) ?? 0;
}

/** Moves nodes and notes. Other data of a stored position is kept. */
export function moved(graph: Graph, positions: ReadonlyMap<string, Point>): Graph {
  const placeOf = (id: string): Partial<Point> => {
    const to = positions.get(id);
    return to ? { x: Math.round(to.x), y: Math.round(to.y) } : {};
  };
  return {
    ...graph,
    nodes: graph.nodes.map((node) =>
      positions.has(node.id) ? { ...node, position: { ...node.position, ...placeOf(node.id) } } : node,
    ),
    notes: graph.notes?.map((note, index) => ({ ...note, ...placeOf(noteKey(index)) })),
  };
}

/** Adds an empty note above all nodes and notes, unless there are too many. */
export function withNote(graph: Graph): Graph {
  const notes = graph.notes ?? [];
  if (notes.length >= MOST_NOTES) return graph;
  const taken = [...graph.nodes.flatMap((node) => storedPosition(node) ?? []), ...notes];
  const x = lowest(taken.map((point) => point.x));
  const y = lowest(taken.map((point) => point.y)) - ROW;
  return { ...graph, notes: [...notes, { text: '', x, y }] };
}

function lowest(values: readonly number[]): number {
  return values.length > 0 ? Math.min(...values) : 0;
}

export interface NewNode {
  type: string;
  /** The place where the node was dropped. Without it, the node is placed beside `after`. */
  at?: Point;
  /** The node to connect from if it has a free branch. */
  after?: string;
}

/** @returns the graph with the node, and its id */
export function withNode(
  graph: Graph,
  { type, at, after }: NewNode,
  branchesOf: Branches,
): { graph: Graph; id: string } {
  const id = freeId(graph, type);
  const source = graph.nodes.find((node) => node.id === after);
  const position = at ?? freePlace(graph, source);
  const node: GraphNode = { id, type, config: {}, position: { ...position } };
  const edge = source && edgeFrom(source, id, graph, branchesOf);
  return {
    id,
    graph: { ...graph, nodes: [...graph.nodes, node], edges: edge ? [...graph.edges, edge] : graph.edges },
  };
}

/** Returns an edge from the first branch that has no target; undefined if there is none. */
function edgeFrom(
  source: GraphNode,
  target: string,
  { edges }: Graph,
  branchesOf: Branches,
): GraphEdge | undefined {
  if (source.type === 'end') return undefined;
  const own = edges.filter((edge) => edge.source === source.id);
  const branches = branchesOf(source);
  if (branches.length === 0) return own.length === 0 ? { source: source.id, target } : undefined;
  const label = branches.find((branch) => !own.some((edge) => edge.label === branch));
  return label === undefined ? undefined : { source: source.id, target, label };
}

/** A place right of the given node, or of all nodes, that no other node covers. */
function freePlace({ nodes }: Graph, beside: GraphNode | undefined): Point {
  const taken = nodes.flatMap((node) => storedPosition(node) ?? []);
  const start = beside && storedPosition(beside);
  const first = start
    ? { x: start.x + COLUMN, y: start.y }
    : { x: Math.max(-COLUMN, ...taken.map(({ x }) => x)) + COLUMN, y: 0 };
  const isFree = (y: number) =>
    taken.every((other) => Math.abs(other.x - first.x) >= NODE_WIDTH || Math.abs(other.y - y) >= ROW);
  let { y } = first;
  while (!isFree(y)) y += ROW;
  return { x: first.x, y };
}

function freeId({ nodes }: Graph, base: string): string {
  const taken = new Set(nodes.map(({ id }) => id));
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}

/**
 * Adds copies of nodes with the edges between them. A copy gets another id if its id is taken, also in expressions of the
 * other copies. Start nodes are left out, because a graph has one.
 * @returns the graph, and the ids of the copies
 */
export function withCopies(graph: Graph, { nodes, edges }: Graph): { graph: Graph; ids: string[] } {
  const wanted = nodes.filter(({ type }) => type !== 'start');
  if (wanted.length === 0) return { graph, ids: [] };
  const steps = freeSteps(graph, wanted);
  let copies: Graph = {
    nodes: wanted.map((node) => ({ ...node, position: { ...node.position, ...shifted(node, steps) } })),
    edges: edges.filter(({ source, target }) =>
      [source, target].every((id) => wanted.some((node) => node.id === id)),
    ),
  };
  const ids: string[] = [];
  for (const { id } of wanted) {
    const isTaken = graph.nodes.some((node) => node.id === id);
    const all = { nodes: [...graph.nodes, ...copies.nodes], edges: [] };
    const free = isTaken ? freeId(all, id.replace(/_\d+$/, '')) : id;
    if (free !== id) copies = renamed(copies, id, free);
    ids.push(free);
  }
  return {
    graph: {
      ...graph,
      nodes: [...graph.nodes, ...copies.nodes],
      edges: [...graph.edges, ...copies.edges],
    },
    ids,
  };
}

/** How often copies must be shifted until none covers a node. */
function freeSteps(graph: Graph, copies: readonly GraphNode[]): number {
  const taken = new Set(graph.nodes.map((node) => JSON.stringify(shifted(node, 0))));
  let steps = 1;
  // Each node can be in the way once. A step from a huge position leads nowhere.
  while (steps <= taken.size && copies.some((node) => taken.has(JSON.stringify(shifted(node, steps)))))
    steps++;
  return steps;
}

function shifted(node: GraphNode, steps: number): Point {
  const { x, y } = storedPosition(node) ?? { x: 0, y: 0 };
  return { x: x + steps * 32, y: y + steps * ROW };
}

/** @returns the graph with a copy of the node, without its edges, and the id of the copy */
export function duplicated(graph: Graph, id: string): { graph: Graph; id: string } {
  const nodes = graph.nodes.filter((node) => node.id === id);
  const copy = withCopies(graph, { nodes, edges: [] });
  return { graph: copy.graph, id: copy.ids[0] ?? id };
}

/** Removes notes, nodes with their edges, and single edges by their keys. The start node stays. */
export function without(
  { nodes, edges, notes }: Graph,
  ids: readonly string[],
  keys: readonly string[] = [],
): Graph {
  const gone = new Set(ids.filter((id) => nodes.some((node) => node.id === id && node.type !== 'start')));
  return {
    nodes: nodes.filter(({ id }) => !gone.has(id)),
    edges: edges.filter(
      (edge) => !gone.has(edge.source) && !gone.has(edge.target) && !keys.includes(edgeKey(edge)),
    ),
    notes: notes?.filter((_, index) => !ids.includes(noteKey(index))),
  };
}

/** Adds an edge. Nothing changes if it exists already, or leads from a node to itself or to the start. */
export function connected(graph: Graph, edge: GraphEdge): Graph {
  const key = edgeKey(edge);
  const target = graph.nodes.find(({ id }) => id === edge.target);
  const isRefused = edge.source === edge.target || !target || target.type === 'start';
  if (isRefused || graph.edges.some((one) => edgeKey(one) === key)) return graph;
  return { ...graph, edges: [...graph.edges, edge] };
}

/** Replaces the targets of a branch. Edges that stay keep their order. */
export function retargeted(
  graph: Graph,
  { source, label }: { source: string; label?: string },
  targets: readonly string[],
): Graph {
  const isOfBranch = (edge: GraphEdge) => edge.source === source && (edge.label ?? undefined) === label;
  const kept = graph.edges.filter((edge) => !isOfBranch(edge) || targets.includes(edge.target));
  return targets.reduce<Graph>(
    (next, target) => connected(next, { source, target, ...(label !== undefined && { label }) }),
    { ...graph, edges: kept },
  );
}

export function withChanges(graph: Graph, id: string, changes: Partial<GraphNode>): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? { ...node, ...changes } : node)) };
}

/** Changes the id of a node, also in edges, error handlers and expressions. */
export function renamed({ nodes, edges, notes }: Graph, from: string, to: string): Graph {
  const renameIn = renamer(from, to);
  return {
    notes,
    nodes: nodes.map((node) => {
      const { onError } = node;
      return {
        ...node,
        id: node.id === from ? to : node.id,
        ...(node.config && { config: renameIn(node.config) as Config }),
        ...(onError?.gotoNodeId === from && { onError: { ...onError, gotoNodeId: to } }),
      };
    }),
    edges: edges.map((edge) => ({
      ...edge,
      source: edge.source === from ? to : edge.source,
      target: edge.target === from ? to : edge.target,
    })),
  };
}

/** Returns a function that replaces `nodeOutputs.from` in all texts of a value. */
function renamer(from: string, to: string): (value: unknown) => unknown {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const read = new RegExp(String.raw`nodeOutputs(?:\.${name}(?![\w$])|\['${name}'\]|\["${name}"\])`, 'g');
  const written = /^[A-Za-z_]\w*$/.test(to) ? `nodeOutputs.${to}` : `nodeOutputs['${to}']`;
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(read, () => written);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inValue(each)]));
  };
  return inValue;
}
