import type { NodeType } from '../define-node';
import type { KnownFields } from '../expressions/compiler';
import { isJsonObject, type Json } from '../json';
import type { DraftDefinition } from './read-definition';

/** The only field in the output of a failed node whose `onError` handler skips it or jumps to another node. */
const ERROR = 'error';

/**
 * Returns the fields that expressions find in `nodeOutputs`: the ids of the nodes, and for each node the fields of its
 * output.
 */
export function outputFields({ nodes, places }: DraftDefinition): KnownFields {
  return new Map([...places].map(([id, place]) => [id, fieldsOfType(nodes[place]?.type)]));
}

const known = new WeakMap<NodeType, KnownFields>();

/**
 * Returns the fields of a node type's output. Undefined if the type declares no outputs, because it may then return any
 * object.
 */
function fieldsOfType(type: NodeType | undefined): KnownFields | undefined {
  if (type === undefined || type.outputs.length === 0) return undefined;
  const fields =
    known.get(type) ??
    new Map([
      ...type.outputs.map(({ name, schema }) => [name, fieldsOfSchema(schema)] as const),
      [ERROR, undefined],
    ]);
  known.set(type, fields);
  return fields;
}

/** Returns the known fields of a value. Undefined if the schema does not list the properties of an object. */
function fieldsOfSchema(schema: Json | undefined): KnownFields | undefined {
  if (!isJsonObject(schema) || schema.type !== 'object' || schema.additionalProperties === true)
    return undefined;
  const { properties } = schema;
  if (!isJsonObject(properties) || schema.patternProperties !== undefined) return undefined;
  return new Map(Object.entries(properties).map(([name, each]) => [name, fieldsOfSchema(each)]));
}
