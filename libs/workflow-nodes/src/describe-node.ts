import type { Role } from '@app/kernel';
import type { DataDescriptor, JsonObject, NodeCategory, NodeType } from '@app/workflow-engine';
import { describeData, toJsonSchema } from './describe-data';

/** A type of node as an editor needs to know it. */
export interface NodeDescriptor {
  type: string;
  name: string;
  category: NodeCategory;
  description: string;
  /** Its configuration, field by field. */
  inputs: DataDescriptor[];
  outputs: DataDescriptor[];
  /** JSON Schema of the whole configuration. */
  configSchema: JsonObject;
  /** The labels that its outgoing edges bear; empty where they bear none. */
  branches: string[];
  /** Where in the configuration further labels stand: `cases[].label`. */
  branchesFrom: string | null;
  /** True where it acts on the world. */
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
    configSchema: toJsonSchema(node.config),
    branches: node.branches?.({}) ?? [],
    branchesFrom: node.branchesFrom ?? null,
    acts: node.acts,
    lowestRole: node.lowestRole ?? 'engineer',
  };
}
