import type { Graph, GraphEdge, GraphNode } from '../graph/definition';

/** A workflow cannot have more nodes. */
const MOST_NODES = 1000;
/** Marks a text of the clipboard as nodes of a workflow. */
const KIND = 'plantroom-nodes';

/** Nodes with the edges between them, as a text for the clipboard. */
export function copied({ nodes, edges }: Graph, ids: readonly string[]): string {
  return JSON.stringify({
    kind: KIND,
    nodes: nodes.filter(({ id }) => ids.includes(id)),
    edges: edges.filter(({ source, target }) => ids.includes(source) && ids.includes(target)),
  });
}

/** Reads what `copied` has written; undefined for any other text. The API checks the configurations. */
export function readCopied(text: string): Graph | undefined {
  if (!text.includes(KIND)) return undefined;
  try {
    const { kind, nodes, edges } = JSON.parse(text) as Record<string, unknown>;
    if (kind !== KIND || !Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
    if (nodes.length > MOST_NODES) return undefined;
    return nodes.every(isNode) && edges.every(isEdge) ? { nodes, edges } : undefined;
  } catch {
    return undefined;
  }
}

function isNode(value: unknown): value is GraphNode {
  const { id, type, name, config = {} } = (value ?? {}) as Record<string, unknown>;
  const isConfig = typeof config === 'object' && config !== null && !Array.isArray(config);
  return typeof id === 'string' && typeof type === 'string' && isTextOrNothing(name) && isConfig;
}

function isEdge(value: unknown): value is GraphEdge {
  const { source, target, label } = (value ?? {}) as Record<string, unknown>;
  return typeof source === 'string' && typeof target === 'string' && isTextOrNothing(label);
}

function isTextOrNothing(value: unknown): boolean {
  return typeof value === 'string' || value === null || value === undefined;
}
