import type { DefinitionLimits } from './definition-limits';
import { told, type Findings } from './findings';
import type { DraftDefinition, DraftEdge, DraftNode } from './read-definition';
import { START_TYPE, type WiringEdge } from './scopes';

/** An edge whose source and target exist. */
export interface SoundEdge extends WiringEdge {
  readonly path: string;
}

/** Checks each edge and its label. Returns the edges that connect two nodes. */
export function checkEdges(
  definition: DraftDefinition,
  { limits, findings }: { limits: DefinitionLimits; findings: Findings },
): SoundEdge[] {
  const { nodes, edges } = definition;
  const branches = nodes.map(branchesOf);
  const joined = new Set<string>();
  const sound = edges.flatMap((edge) => {
    const found = joinedBy(definition, edge, findings);
    if (found === undefined) return [];
    const { source, target } = found;
    const key = `${source} ${target} ${edge.label ?? ''}`;
    if (joined.has(key))
      findings.add(edge.path, 'connects the same two nodes as another edge, on the same branch');
    joined.add(key);
    if (nodes[target]?.type?.type === START_TYPE)
      findings.add(`${edge.path}.target`, 'is the start node, which cannot have incoming edges');
    const message = labelFault(nodes[source], branches[source], edge.label);
    if (message !== undefined) findings.add(`${edge.path}.label`, message);
    return [{ ...found, path: edge.path }];
  });
  checkFan(nodes, sound, { limits, findings });
  return sound;
}

/**
 * Returns the labels that the outgoing edges of a node may have. Empty if the edges have no labels; undefined if the
 * labels cannot be determined.
 */
function branchesOf({ type, config }: DraftNode): string[] | undefined {
  if (type === undefined) return undefined;
  try {
    return (type.branches?.(config) ?? []).filter((label) => typeof label === 'string' && label !== '');
  } catch {
    // The configuration is invalid. `checkNodeConfig` reports this.
  }
  return undefined;
}

function joinedBy(
  { places }: DraftDefinition,
  edge: DraftEdge,
  findings: Findings,
): { source: number; target: number; label: string | undefined } | undefined {
  const placeOf = (end: 'source' | 'target'): number | undefined => {
    const id = edge[end];
    const place = typeof id === 'string' ? places.get(id) : undefined;
    if (place === undefined) findings.add(`${edge.path}.${end}`, `is not the id of a node: ${told(id)}`);
    return place;
  };
  const [source, target] = [placeOf('source'), placeOf('target')];
  if (source === undefined || target === undefined) return undefined;
  if (source !== target) return { source, target, label: edge.label };
  findings.add(
    `${edge.path}.target`,
    `is the same node as the source (${told(edge.target)}). Only goto may lead back`,
  );
  return undefined;
}

function labelFault(
  node: DraftNode | undefined,
  branches: readonly string[] | undefined,
  label: string | undefined,
): string | undefined {
  if (node === undefined || branches === undefined) return undefined;
  if (branches.length === 0) {
    return label === undefined ? undefined : `must be omitted: the node ${told(node.id)} has no branches`;
  }
  const known = branches.slice(0, 20).join(', ');
  if (label === undefined) return `is missing: the node ${told(node.id)} has the branches ${known}`;
  return branches.includes(label)
    ? undefined
    : `is not a branch of the node ${told(node.id)}, which has ${known}`;
}

function checkFan(
  nodes: readonly DraftNode[],
  edges: readonly SoundEdge[],
  { limits, findings }: { limits: DefinitionLimits; findings: Findings },
): void {
  const counts = nodes.map(() => 0);
  for (const { source } of edges) counts[source] = (counts[source] ?? 0) + 1;
  nodes.forEach(({ path, id }, place) => {
    const count = counts[place] ?? 0;
    if (count <= limits.branches) return;
    findings.add(path, `has ${count} outgoing edges (${told(id)}); the maximum is ${limits.branches}`);
  });
}
