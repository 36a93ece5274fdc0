import { type Role, USER_ROLE_LIST } from '@app/kernel';
import {
  type DataDescriptor,
  type JsonObject,
  NODE_CATEGORIES,
  type NodeCategory,
} from '@app/workflow-engine';
import type { NodeDescriptor } from '@app/workflow-nodes';
import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../http/fields/one-of.decorator';

const DATA_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'any'];

/** An input or output of a node type. */
export class NodeDataDto implements DataDescriptor {
  /** Field name. */
  name: string;
  /** Data type; `any` if several types are possible. */
  @OneOf(DATA_TYPES) type: string;
  /** Whether the field must be set. */
  required: boolean;
  /** The purpose of the field. */
  description: string;
  /** JSON Schema of the field. */
  @ApiProperty({ type: 'object', additionalProperties: true }) schema: JsonObject;
}

/** A node type. */
export class NodeDto implements NodeDescriptor {
  /** The `type` of these nodes in a workflow. */
  type: string;
  /** Display name. */
  name: string;
  /** Group in an editor. */
  @OneOf(NODE_CATEGORIES) category: NodeCategory;
  /** The purpose of a node of this type. */
  description: string;
  /** The fields of the node's configuration. */
  inputs: NodeDataDto[];
  /** The fields of the node's output. Later nodes read them from `nodeOutputs.<id>`. */
  outputs: NodeDataDto[];
  /**
   * JSON Schema of the configuration after its templates are resolved. In a saved configuration, a text with `{{
   * expression }}` may replace any value. A field marked `x-expression` is saved as an expression without braces. A
   * field marked `x-verbatim` is never resolved.
   */
  @ApiProperty({ type: 'object', additionalProperties: true }) configSchema: JsonObject;
  /** Labels of the edges that leave the node; empty if the edges have no labels. */
  branches: string[];
  /** Path of further edge labels in the configuration, for example `cases[].label`; null if there are none. */
  branchesFrom: string | null;
  /**
   * True if the node has an effect outside the workflow. The effect may happen twice after a crash; a dry run omits it.
   */
  acts: boolean;
  /** Lowest role that may save a workflow with a node of this type. */
  @OneOf(USER_ROLE_LIST) lowestRole: Role;
}

/** The node catalogue. */
export class NodesDto {
  /** All node types, in the order in which an editor offers them. */
  nodes: NodeDto[];
}
