import type { CompiledConfig } from '../config/compile-config';
import type { NodeType } from '../define-node';
import type { NodeDefinition } from '../definition';
import type { ExecutionLimits } from '../execution-state';

/** The branch number of edges without a label. Branches with a label are numbered from 1. */
export const UNLABELLED = 0;

/** An edge, seen from one of its ends. */
export interface CompiledEdge {
  /** The node at the other end of the edge, as its position among the nodes of the scope. */
  readonly node: number;
  /** The branch to which the edge belongs. It is a branch of the edge's source node. */
  readonly branch: number;
}

export interface CompiledNode {
  readonly id: string;
  readonly definition: NodeDefinition;
  readonly type: NodeType;
  /** The compiled configuration, to be passed to `resolveConfig`. */
  readonly config: CompiledConfig;
  readonly scope: CompiledScope;
  /** The node's position among the nodes of its scope. */
  readonly place: number;
  readonly incoming: readonly CompiledEdge[];
  readonly outgoing: readonly CompiledEdge[];
  /** True if each frame of the node's scope starts with this node. The node then needs no live incoming edge. */
  readonly entry: boolean;
  /** The number of each branch by its label. */
  readonly branches: ReadonlyMap<string, number>;
  /** The number of the branch that is followed if the node fails and its error handler skips it. */
  readonly skipBranch: number;
  /** The body of the loop. Null if the node is not a loop. */
  readonly body: CompiledScope | null;
}

/** The nodes that run together in one frame: the nodes outside of all loops, or the nodes in the body of one loop. */
export interface CompiledScope {
  /** The loop with this body; null for the workflow itself. */
  readonly loop: CompiledNode | null;
  readonly nodes: readonly CompiledNode[];
  /** The initial code of each node in a frame. Nodes that no edge can reach are dead. */
  readonly initial: readonly number[];
  /** The nodes that run first in a frame. */
  readonly first: readonly CompiledNode[];
}

/** A compiled definition. Immutable and shared by many executions. */
export interface CompiledGraph {
  readonly limits: ExecutionLimits;
  readonly root: CompiledScope;
  /** The types of the nodes. */
  readonly types: ReadonlySet<string>;
  /** Whether at least one expression needs the calendars of the site. */
  readonly usesCalendars: boolean;
  /** @throws DomainError `definition_invalid` for an unknown id */
  node(id: string): CompiledNode;
  /** Like `node`, but returns undefined for an unknown id. */
  find(id: string): CompiledNode | undefined;
  /** Returns the nodes that are reachable from this node by the edges of its scope, including the node itself. */
  region(from: CompiledNode): ReadonlySet<CompiledNode>;
}
