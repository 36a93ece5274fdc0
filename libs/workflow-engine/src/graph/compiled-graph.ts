import type { CompiledConfig } from '../config/compile-config';
import type { NodeType } from '../define-node';
import type { NodeDefinition } from '../definition';
import type { ExecutionLimits } from '../execution-state';

/** The branch of edges without a label; the labelled ones are counted from 1. */
export const UNLABELLED = 0;

/** An edge, seen from one of its ends. */
export interface CompiledEdge {
  /** The node at its other end, by its place in the scope. */
  readonly node: number;
  /** Which branch of its source it belongs to. */
  readonly branch: number;
}

export interface CompiledNode {
  readonly id: string;
  readonly definition: NodeDefinition;
  readonly type: NodeType;
  /** For `resolveConfig`. */
  readonly config: CompiledConfig;
  readonly scope: CompiledScope;
  /** Its place among the nodes of its scope. */
  readonly place: number;
  readonly incoming: readonly CompiledEdge[];
  readonly outgoing: readonly CompiledEdge[];
  /** Where a frame of its scope begins: it runs without any live edge. */
  readonly entry: boolean;
  /** Branches by their labels. */
  readonly branches: ReadonlyMap<string, number>;
  /** The branch that is followed where it fails and is skipped. */
  readonly skipBranch: number;
  /** Of a loop: its body. */
  readonly body: CompiledScope | null;
}

/** The nodes that run in one frame: those of the workflow outside all loops, or those of one loop's body. */
export interface CompiledScope {
  /** The loop whose body it is; null for the workflow itself. */
  readonly loop: CompiledNode | null;
  readonly nodes: readonly CompiledNode[];
  /** The state of each node as a frame begins: what no edge can reach is dead. */
  readonly initial: readonly number[];
  /** Nodes to run as a frame begins. */
  readonly first: readonly CompiledNode[];
}

/** A definition made ready to be run. Immutable: many executions share it. */
export interface CompiledGraph {
  readonly limits: ExecutionLimits;
  readonly root: CompiledScope;
  /** @throws DomainError `definition_invalid` for an id that it does not have */
  node(id: string): CompiledNode;
  /** The nodes that can be reached from this one by edges in its scope, itself included. */
  region(from: CompiledNode): ReadonlySet<CompiledNode>;
}
