import { say, type Message } from '@app/kernel';
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
    if (joined.has(key)) findings.add(edge.path, say('same_edge'));
    joined.add(key);
    if (nodes[target]?.type?.type === START_TYPE) findings.add(`${edge.path}.target`, say('into_start'));
    const fault = labelFault(nodes[source], branches[source], edge.label);
    if (fault !== undefined) findings.add(`${edge.path}.label`, fault);
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
    if (place === undefined) findings.add(`${edge.path}.${end}`, say('not_node', { id: told(id) }));
    return place;
  };
  const [source, target] = [placeOf('source'), placeOf('target')];
  if (source === undefined || target === undefined) return undefined;
  if (source !== target) return { source, target, label: edge.label };
  findings.add(`${edge.path}.target`, say('to_itself', { id: told(edge.target) }));
  return undefined;
}

function labelFault(
  node: DraftNode | undefined,
  branches: readonly string[] | undefined,
  label: string | undefined,
): Message | undefined {
  if (node === undefined || branches === undefined) return undefined;
  if (branches.length === 0) {
    return label === undefined ? undefined : say('no_branches', { id: told(node.id) });
  }
  const values = { id: told(node.id), branches: branches.slice(0, 20).join(', ') };
  if (label === undefined) return say('branch_missing', values);
  return branches.includes(label) ? undefined : say('branch_unknown', values);
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
    findings.add(path, say('too_many_edges', { found: count, id: told(id), most: limits.branches }));
  });
}
