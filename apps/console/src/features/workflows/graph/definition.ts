import type { Workflow } from '../workflows.queries';

export type Config = Record<string, unknown>;

/** How a node reacts to its failure. */
export interface ErrorHandler {
  action: string;
  retryCount?: number | null;
  retryDelayMs?: number | null;
  gotoNodeId?: string | null;
}

/** A node of any type. Drafts may also have nodes whose configuration is not valid. */
export interface GraphNode {
  id: string;
  type: string;
  name?: string | null;
  config?: Config;
  onError?: ErrorHandler | null;
  position?: Config | null;
}

export interface GraphEdge {
  source: string;
  target: string;
  label?: string | null;
}

/** A text for people beside the nodes. */
export interface StickyNote extends Point {
  text: string;
}

/** The nodes, edges and notes of a workflow. */
export interface Graph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  notes?: readonly StickyNote[];
}

export function graphOf({ nodes, edges, notes }: Pick<Workflow, 'nodes' | 'edges' | 'notes'>): Graph {
  return { nodes, edges, notes };
}

export interface Point {
  x: number;
  y: number;
}

/** The position in the definition; undefined if it has none. */
export function storedPosition({ position }: GraphNode): Point | undefined {
  const { x, y } = position ?? {};
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** The labels of the edges that leave the node, in the order of the edges. */
export function labelsFrom(id: string, edges: readonly GraphEdge[]): string[] {
  const labels = edges.filter(({ source }) => source === id).map(({ label }) => label ?? '');
  return [...new Set(labels.filter(Boolean))];
}
