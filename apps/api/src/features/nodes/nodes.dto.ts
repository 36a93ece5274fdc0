import type { TriggerDescriptor } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import {
  type ColumnDescriptor,
  type DataDescriptor,
  type JsonObject,
  NODE_CATEGORIES,
  type NodeCategory,
  type TableDescriptor,
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

/** A column of a table or view. */
export class NodeColumnDto implements ColumnDescriptor {
  /** Column name. */
  name: string;
  /** The unit of the values, for example `kWh`; null if they have none. */
  unit: string | null;
  /** The meaning of the values. */
  description: string;
}

/** A table or view of the service's database. */
export class NodeTableDto implements TableDescriptor {
  /** Name of the table or view. */
  name: string;
  /** The meaning of a row. */
  description: string;
  /** Whether a node may also change the rows of the table. */
  writable: boolean;
  /** All columns. */
  columns: NodeColumnDto[];
}

/** A node type. */
export class NodeDto implements NodeDescriptor {
  /** The value of `type` with which a workflow names this kind of node. */
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
  /** The tables and views that statements of the node can use; empty for all types but `database`. */
  tables: NodeTableDto[];
  /**
   * JSON Schema of the configuration after its templates are resolved. In a saved configuration, a text with `{{
   * expression }}` may replace any value. A field marked `x-expression` is saved as an expression without braces. A
   * field marked `x-verbatim` is never resolved. A field marked `x-condition` is an expression that is evaluated later.
   * `x-reference` names the kind of record whose id the field contains, for example `point`.
   */
  @ApiProperty({ type: 'object', additionalProperties: true }) configSchema: JsonObject;
  /** Possible labels of the outgoing edges of the node; empty if these edges have no labels. */
  branches: string[];
  /**
   * Path in the configuration at which further labels of outgoing edges are defined, for example `cases[].label`; null
   * if there is none.
   */
  branchesFrom: string | null;
  /**
   * True if the node has an effect outside the workflow. After a crash, the effect may happen twice. A dry run skips
   * it.
   */
  acts: boolean;
  /** Lowest role that may save a workflow with a node of this type. */
  @OneOf(USER_ROLE_LIST) lowestRole: Role;
}

/** A trigger type. */
export class TriggerTypeDto implements TriggerDescriptor {
  /** The value of `trigger.type` with which a workflow names this kind of trigger. */
  type: string;
  /** Description of the trigger. */
  description: string;
  /** JSON Schema of the configuration. The `secret` of a webhook is not in the schema, but may be sent with it. */
  @ApiProperty({ type: 'object', additionalProperties: true }) configSchema: JsonObject;
}

/** A function that expressions can call. */
export class ExpressionFunctionDto {
  /** Name. The name of a method begins with the type of its value, for example `text.slice`. */
  name: string;
  /** The parameters and the result. */
  signature: string;
  /** Description of the function. */
  description: string;
}

/** The catalogue of an editor of workflows. */
export class NodesDto {
  /** All node types, in the order in which an editor offers them. */
  nodes: NodeDto[];
  /** All trigger types, in the order in which an editor offers them. */
  triggers: TriggerTypeDto[];
  /** All functions of expressions. */
  functions: ExpressionFunctionDto[];
}
