import type { CompiledConfig } from '../config/compile-config';
import type { NodeType } from '../define-node';
import type { NodeDefinition } from '../definition';
import type { ExecutionLimits } from '../execution-state';

/** The branch of unlabelled edges. Labelled branches are numbered from 1. */
export const UNLABELLED = 0;

/** An edge, seen from one of its ends. */
export interface CompiledEdge {
  /** The node at the other end, by its position in the scope. */
  readonly node: number;
  /** The branch of the edge's source node to which the edge belongs. */
  readonly branch: number;
}

export interface CompiledNode {
  readonly id: string;
  readonly definition: NodeDefinition;
  readonly type: NodeType;
  /** For `resolveConfig`. */
  readonly config: CompiledConfig;
  readonly scope: CompiledScope;
  /** The node's position among the nodes of its scope. */
  readonly place: number;
  readonly incoming: readonly CompiledEdge[];
  readonly outgoing: readonly CompiledEdge[];
  /** True if a frame of the node's scope starts with this node, which then runs without a live edge. */
  readonly entry: boolean;
  /** Branches by label. */
  readonly branches: ReadonlyMap<string, number>;
  /** The branch that is followed if the node fails and is skipped. */
  readonly skipBranch: number;
  /** For a loop: its body. */
  readonly body: CompiledScope | null;
}

/** The nodes that run in one frame: those of the workflow outside of all loops, or those of one loop's body. */
export interface CompiledScope {
  /** The loop with this body; null for the workflow itself. */
  readonly loop: CompiledNode | null;
  readonly nodes: readonly CompiledNode[];
  /** The initial state of each node in a frame. Nodes that no edge can reach are dead. */
  readonly initial: readonly number[];
  /** The nodes that run first in a frame. */
  readonly first: readonly CompiledNode[];
}

/** A compiled definition. Immutable and shared by many executions. */
export interface CompiledGraph {
  readonly limits: ExecutionLimits;
  readonly root: CompiledScope;
  /** Whether an expression of a node needs the calendars of the site. */
  readonly usesCalendars: boolean;
  /** @throws DomainError `definition_invalid` for an unknown id */
  node(id: string): CompiledNode;
  /** The nodes reachable from this one by edges in its scope, including itself. */
  region(from: CompiledNode): ReadonlySet<CompiledNode>;
}
