import { DomainError } from '@app/kernel';
import { ACTIVE, DEAD, UNDECIDED } from './node-codes';
import type { EdgeDefinition } from '../definition';
import { UNLABELLED, type CompiledNode, type CompiledScope } from './compiled-graph';
import type { NodeBuild } from './node-build';
import {
  LOOP_TYPE,
  ROOT,
  START_TYPE,
  jumpTarget,
  leadsIntoBody,
  scopesOf,
  type Wiring,
  type WiringEdge,
} from './scopes';

interface ScopeBuild extends CompiledScope {
  loop: CompiledNode | null;
  nodes: NodeBuild[];
  initial: number[];
  first: CompiledNode[];
}

/** Assigns each node to its scope, connects the nodes, and returns the scope of the workflow itself. */
export function compileScopes(nodes: readonly NodeBuild[], edges: readonly EdgeDefinition[]): CompiledScope {
  const wiring = wiringOf(nodes, edges);
  const scopes = placeNodes(nodes, scopesOf(wiring));
  for (const start of wiring.starts) markEntry(nodes[start]);
  for (const edge of wiring.edges) {
    if (leadsIntoBody(wiring, edge)) markEntry(nodes[edge.target]);
    else join(nodes[edge.source], nodes[edge.target], edge.label);
  }
  for (const scope of scopes.values()) begin(scope);
  return scopes.get(ROOT) ?? newScope(null);
}

function wiringOf(nodes: readonly NodeBuild[], edges: readonly EdgeDefinition[]): Wiring {
  const places = new Map(nodes.map((node, index) => [node.id, index]));
  const placeOf = (id: string): number => {
    const place = places.get(id);
    if (place === undefined) {
      throw new DomainError(
        'invalid',
        'definition_invalid',
        `An edge or a jump leads to the node "${id}", which does not exist.`,
      );
    }
    return place;
  };
  return {
    size: nodes.length,
    starts: nodes.flatMap((node, index) => (node.type.type === START_TYPE ? [index] : [])),
    isLoop: (index) => nodes[index]?.type.type === LOOP_TYPE,
    edges: edges.map((edge): WiringEdge => {
      return { source: placeOf(edge.source), target: placeOf(edge.target), label: edge.label };
    }),
    jumps: nodes.flatMap((node, index) => {
      const target = jumpTarget(node.definition.onError);
      return target === undefined ? [] : [{ source: index, target: placeOf(target) }];
    }),
  };
}

function placeNodes(nodes: readonly NodeBuild[], scopeNumbers: readonly number[]): Map<number, ScopeBuild> {
  const scopes = new Map<number, ScopeBuild>([[ROOT, newScope(null)]]);
  nodes.forEach((node, index) => {
    if (node.type.type !== LOOP_TYPE) return;
    const scope = newScope(node);
    node.body = scope;
    scopes.set(index, scope);
  });
  const root = scopes.get(ROOT) ?? newScope(null);
  nodes.forEach((node, index) => {
    // Unreachable nodes are assigned to the scope of the workflow itself, where they stay dead.
    const scope = scopes.get(scopeNumbers[index] ?? ROOT) ?? root;
    node.scope = scope;
    node.place = scope.nodes.length;
    scope.nodes.push(node);
  });
  return scopes;
}

function newScope(loop: CompiledNode | null): ScopeBuild {
  return { loop, nodes: [], initial: [], first: [] };
}

function markEntry(node: NodeBuild | undefined): void {
  if (node !== undefined) node.entry = true;
}

function join(source: NodeBuild | undefined, target: NodeBuild | undefined, label: string | undefined): void {
  if (source === undefined || target === undefined || source.scope !== target.scope) return;
  const branch = label ? source.branches.get(label) : UNLABELLED;
  // An edge with an unknown label could never be followed, so it is left out. A checked definition has no such edges.
  if (branch === undefined) return;
  source.outgoing.push({ node: target.place, branch });
  target.incoming.push({ node: source.place, branch });
}

/**
 * Sets the initial state of a scope. Nodes that no edge can reach are dead from the beginning. Entry nodes that do not
 * wait for other nodes run first.
 */
function begin(scope: ScopeBuild): void {
  const reached = new Set(scope.nodes.filter((node) => node.entry));
  for (const node of reached) {
    for (const edge of node.outgoing) {
      const target = scope.nodes[edge.node];
      if (target !== undefined) reached.add(target);
    }
  }
  const waitsForOthers = (node: NodeBuild): boolean =>
    node.incoming.some((edge) => reached.has(scope.nodes[edge.node] as NodeBuild));
  scope.first = scope.nodes.filter((node) => node.entry && !waitsForOthers(node));
  scope.initial = scope.nodes.map((node) => {
    if (!reached.has(node)) return DEAD;
    return node.entry && !waitsForOthers(node) ? ACTIVE : UNDECIDED;
  });
}
