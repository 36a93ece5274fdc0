import { type Role, USER_ROLE_LIST } from '@app/kernel';
import {
  type DataDescriptor,
  type JsonObject,
  NODE_CATEGORIES,
  type NodeCategory,
} from '@app/workflow-engine';
import type { NodeDescriptor } from '@app/workflow-nodes';
import { ApiProperty } from '@nestjs/swagger';

const DATA_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'any'];

/** One thing that a node takes or gives. */
export class NodeDataDto implements DataDescriptor {
  name: string;
  @ApiProperty({ enum: DATA_TYPES }) type: string;
  required: boolean;
  description: string;
  /** JSON Schema. */
  @ApiProperty({ type: 'object', additionalProperties: true }) schema: JsonObject;
}

export class NodeDto implements NodeDescriptor {
  /** What a node of a workflow has as its `type`. */
  type: string;
  /** For people. */
  name: string;
  @ApiProperty({ enum: NODE_CATEGORIES }) category: NodeCategory;
  description: string;
  /** Its configuration, field by field. */
  inputs: NodeDataDto[];
  /** What later nodes find in `nodeOutputs.<id>`. */
  outputs: NodeDataDto[];
  /**
   * JSON Schema of the configuration as it is once its templates are filled in. When it is saved, any text of it may have
   * `{{ expression }}` in it; a field marked `x-expression` is an expression itself, and one marked `x-verbatim` is taken
   * as it is.
   */
  @ApiProperty({ type: 'object', additionalProperties: true }) configSchema: JsonObject;
  /** The labels that its outgoing edges bear; empty where they bear none. */
  branches: string[];
  /** Where in the configuration further labels stand, such as `cases[].label`. */
  branchesFrom: string | null;
  /** True where it acts on the world: it may do so twice after a crash, and a dry run leaves it out. */
  acts: boolean;
  /** The lowest role that may save a workflow with such a node. */
  @ApiProperty({ enum: USER_ROLE_LIST }) lowestRole: Role;
}

export class NodesDto {
  nodes: NodeDto[];
}
