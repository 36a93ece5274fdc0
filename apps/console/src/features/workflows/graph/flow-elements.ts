import { type Edge, MarkerType, type Node } from '@xyflow/react';
import { type Graph, type GraphNode, labelsFrom, type Point } from './definition';
import { heightOf, NODE_WIDTH, positionsOf } from './layout';
import { settingsOf } from './node-settings';

export type NodeState = 'success' | 'failed' | 'skipped' | 'running';

/** The state and the problems of a node. */
export interface NodeNote {
  state?: NodeState;
  /** How often the node ran. */
  runs?: number;
  /** Attempts of the last run. */
  attempts?: number;
  problems?: readonly string[];
  warnings?: readonly string[];
}

export type Notes = ReadonlyMap<string, NodeNote>;

/** The values that a card shows. */
export interface CardData extends Record<string, unknown> {
  type: string;
  title: string;
  /** The main settings in one line. */
  settings: string;
  branches: readonly string[];
  note: NodeNote | undefined;
}

export type CardNode = Node<CardData, 'card'>;
/** A sticky note. */
export type StickyNode = Node<{ text: string; index: number }, 'sticky'>;
export type ShownNode = CardNode | StickyNode;

export interface GraphView {
  graph: Graph;
  notes?: Notes;
  /** Whether the notes are those of an execution. In this case, edges that were not taken are pale. */
  isReplay?: boolean;
  selected?: string;
  /** The labels that edges of a node may have, in addition to those of its edges. */
  branchesOf?: (node: GraphNode) => readonly string[];
}

/** The positions of the nodes, and the branches that leave each of them. */
export interface Arrangement {
  branches: ReadonlyMap<string, readonly string[]>;
  positions: ReadonlyMap<string, Point>;
}

/** The branches of a node are those of its type, and the labels of its edges. */
export function arrangementOf({ graph, branchesOf }: Pick<GraphView, 'graph' | 'branchesOf'>): Arrangement {
  const branches = new Map(
    graph.nodes.map((node) => [
      node.id,
      [...new Set([...(branchesOf?.(node) ?? []), ...labelsFrom(node.id, graph.edges)])],
    ]),
  );
  return { branches, positions: positionsOf(graph, (id) => branches.get(id)?.length ?? 0) };
}

export function flowNodes({ graph, notes, selected }: GraphView, arrangement: Arrangement): ShownNode[] {
  const cards = graph.nodes.map((node): CardNode => {
    const branches = arrangement.branches.get(node.id) ?? [];
    return {
      id: node.id,
      type: 'card',
      position: arrangement.positions.get(node.id) ?? { x: 0, y: 0 },
      width: NODE_WIDTH,
      height: heightOf(branches.length),
      selected: node.id === selected,
      deletable: node.type !== 'start',
      data: {
        type: node.type,
        title: node.name || node.id,
        settings: settingsOf(node),
        branches,
        note: notes?.get(node.id),
      },
    };
  });
  const stickies = (graph.notes ?? []).map(({ text, x, y }, index): StickyNode => ({
    id: noteKey(index),
    type: 'sticky',
    position: { x, y },
    width: NODE_WIDTH,
    connectable: false,
    ariaLabel: text || undefined,
    // Cards cover notes.
    zIndex: -1,
    data: { text, index },
  }));
  return [...stickies, ...cards];
}

/** Identifies a note among the nodes. Valid ids of nodes have no colon. */
export function noteKey(index: number): string {
  return `note:${index}`;
}

export function isNoteKey(id: string): boolean {
  return id.startsWith('note:');
}

/** Returns true if both nodes look the same at the same place. */
export function isSameCard(one: ShownNode, other: ShownNode): boolean {
  return looksOf(one) === looksOf(other);
}

function looksOf({ position: { x, y }, selected, data }: ShownNode): string {
  return JSON.stringify([x, y, selected, data]);
}

const marker = { type: MarkerType.ArrowClosed, width: 18, height: 18 };

/** The edges, and a dashed edge from each node to the node that handles its failure. */
export function flowEdges({ graph: { nodes, edges }, notes, isReplay }: GraphView): Edge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const hasRun = (id: string) => notes?.get(id)?.state !== undefined;
  const drawn = edges.map<Edge>(({ source, target, label }) => ({
    id: edgeKey({ source, target, label }),
    source,
    target,
    sourceHandle: label || null,
    markerEnd: marker,
    className: isReplay && !(hasRun(source) && hasRun(target)) ? 'untaken' : undefined,
  }));
  const jumps = nodes.flatMap<Edge>(({ id, onError }) =>
    onError?.gotoNodeId
      ? {
          id: `${id} failed`,
          source: id,
          target: onError.gotoNodeId,
          className: 'failure',
          deletable: false,
          markerEnd: marker,
        }
      : [],
  );
  return [...drawn, ...jumps].filter(({ source, target }) => ids.has(source) && ids.has(target));
}

/** Identifies an edge: a node has at most one edge to another on each branch. */
export function edgeKey({ source, target, label }: Graph['edges'][number]): string {
  return JSON.stringify([source, target, label ?? null]);
}
