import { DomainError } from '@app/kernel';
import { compileConfig, type CompiledConfig } from '../config/compile-config';
import type { NodeCatalogue, NodeType } from '../define-node';
import type { NodeDefinition, WorkflowDefinition } from '../definition';
import type { ExecutionLimits } from '../execution-state';
import { UNLABELLED, type CompiledGraph, type CompiledNode, type CompiledScope } from './compiled-graph';
import { compileScopes } from './compile-scopes';
import type { NodeBuild } from './node-build';
import { DONE_LABEL, LOOP_TYPE } from './scopes';

export interface CompileOptions {
  catalogue: NodeCatalogue;
  limits: ExecutionLimits;
}

/**
 * Compiles a definition that was checked when it was saved.
 * @throws DomainError `definition_invalid` if the definition can no longer run, for example because a node type was
 *   removed
 */
export function compileGraph(definition: WorkflowDefinition, options: CompileOptions): CompiledGraph {
  const nodes = definition.nodes.map((node) => compileNode(node, options.catalogue));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root = compileScopes(nodes, definition.edges);
  const regions = new Map<CompiledNode, ReadonlySet<CompiledNode>>();
  return {
    limits: options.limits,
    root,
    types: new Set(nodes.map(({ type }) => type.type)),
    usesCalendars: nodes.some(({ config }) => config.usesCalendars),
    node(id) {
      const node = byId.get(id);
      if (node === undefined) throw invalid(`The workflow has no node with the id "${id}".`);
      return node;
    },
    find: (id) => byId.get(id),
    region(from) {
      let region = regions.get(from);
      if (region === undefined) regions.set(from, (region = regionOf(from)));
      return region;
    },
  };
}

function compileNode(definition: NodeDefinition, catalogue: NodeCatalogue): NodeBuild {
  const type = catalogue.get(definition.type);
  if (type === undefined)
    throw invalid(`The node "${definition.id}" has the unknown type "${definition.type}".`);
  const branches = new Map(
    (type.branches?.(definition.config ?? {}) ?? []).map((label, index) => [label, index + 1]),
  );
  return {
    id: definition.id,
    definition,
    type,
    config: configOf(definition, type),
    branches,
    skipBranch: branches.get(skipLabel(type) ?? '') ?? UNLABELLED,
    incoming: [],
    outgoing: [],
    entry: false,
    body: null,
    place: 0,
    // `compileScopes` assigns the scope before anything reads it.
    scope: undefined as unknown as CompiledScope,
  };
}

function configOf({ id, config }: NodeDefinition, type: NodeType): CompiledConfig {
  try {
    return compileConfig(type.config, config ?? {});
  } catch (error) {
    throw invalid(
      `The configuration of node ${id} cannot be read: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

function skipLabel(type: NodeType): string | undefined {
  return type.branchWhenSkipped ?? (type.type === LOOP_TYPE ? DONE_LABEL : undefined);
}

function regionOf(from: CompiledNode): ReadonlySet<CompiledNode> {
  const region = new Set([from]);
  // The loop also visits nodes that it adds to the set.
  for (const node of region) {
    for (const edge of node.outgoing) {
      const target = node.scope.nodes[edge.node];
      if (target !== undefined) region.add(target);
    }
  }
  return region;
}

function invalid(message: string): DomainError {
  return new DomainError('invalid', 'definition_invalid', message);
}
