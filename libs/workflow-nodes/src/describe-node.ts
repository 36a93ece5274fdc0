import type { Role } from '@app/kernel';
import type {
  DataDescriptor,
  JsonObject,
  NodeCategory,
  NodeType,
  TableDescriptor,
} from '@app/workflow-engine';
import { describeData, toJsonSchema } from './describe-data';

/** The description of a node type for an editor. */
export interface NodeDescriptor {
  type: string;
  name: string;
  category: NodeCategory;
  description: string;
  /** The fields of the node's configuration. */
  inputs: DataDescriptor[];
  outputs: DataDescriptor[];
  /** The tables and views that the node can use; empty if it uses none. */
  tables: TableDescriptor[];
  /** JSON Schema of the whole configuration. */
  configSchema: JsonObject;
  /** The labels of the node's outgoing edges; empty if they have none. */
  branches: string[];
  /** The path at which the configuration defines additional labels: `cases[].label`. Null if there is none. */
  branchesFrom: string | null;
  /** True if the node has effects outside of the execution. */
  acts: boolean;
  /** The lowest role that may save a workflow with such a node. */
  lowestRole: Role;
}

export function describeNode(node: NodeType): NodeDescriptor {
  return {
    type: node.type,
    name: node.name,
    category: node.category,
    description: node.description,
    inputs: describeData(node.config),
    outputs: [...node.outputs],
    tables: [...(node.tables ?? [])],
    configSchema: toJsonSchema(node.config),
    branches: node.branches?.({}) ?? [],
    branchesFrom: node.branchesFrom ?? null,
    acts: node.acts,
    lowestRole: node.lowestRole ?? 'engineer',
  };
}
