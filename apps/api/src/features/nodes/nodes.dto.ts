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

/** An input or output of a node type. */
export class NodeDataDto implements DataDescriptor {
  /** Field name. */
  name: string;
  /** Data type; `any` if it can be several. */
  @ApiProperty({ enum: DATA_TYPES }) type: string;
  /** Whether the field must be set. */
  required: boolean;
  /** What the field is for. */
  description: string;
  /** JSON Schema of the field. */
  @ApiProperty({ type: 'object', additionalProperties: true }) schema: JsonObject;
}

/** A node type. */
export class NodeDto implements NodeDescriptor {
  /** The `type` of such nodes in a workflow. */
  type: string;
  /** Display name. */
  name: string;
  /** Group in an editor. */
  @ApiProperty({ enum: NODE_CATEGORIES }) category: NodeCategory;
  /** What such a node does. */
  description: string;
  /** The fields of its configuration. */
  inputs: NodeDataDto[];
  /** The fields of its output, which later nodes read from `nodeOutputs.<id>`. */
  outputs: NodeDataDto[];
  /**
   * JSON Schema of the configuration after its templates are resolved. A saved configuration may have a text with
   * `{{ expression }}` in place of any value. A field marked `x-expression` is saved as a bare expression. A field marked
   * `x-verbatim` is never resolved.
   */
  @ApiProperty({ type: 'object', additionalProperties: true }) configSchema: JsonObject;
  /** Labels of its outgoing edges; empty if they have none. */
  branches: string[];
  /** Path of further edge labels in the configuration, such as `cases[].label`; null if there are none. */
  branchesFrom: string | null;
  /** True if it has an effect outside the workflow. The effect may happen twice after a crash; a dry run skips it. */
  acts: boolean;
  /** Lowest role that may save a workflow with such a node. */
  @ApiProperty({ enum: USER_ROLE_LIST }) lowestRole: Role;
}

/** The node catalogue. */
export class NodesDto {
  /** All node types, in the order in which an editor offers them. */
  nodes: NodeDto[];
}
