import { TRIGGER_SCHEMAS, WEBHOOK_SECRET } from '@app/domain';
import { savedConfigSchema } from '@app/workflow-engine';
import { nodeTypes } from '@app/workflow-nodes';
import { type Schema, isSchema } from '../http/reference/json-schema';
import { pascalCase, unionByType } from './type-union';

const TEMPLATE = 'Template';

/**
 * The schemas of workflow definitions, generated from the definitions of nodes and triggers. Each type of node or
 * trigger has its own variant, which replaces the free-form `config` of the DTOs.
 */
export function workflowSchemas(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return { [TEMPLATE]: template(), ...nodeSchemas(schemas), ...triggerSchemas(schemas) };
}

function template(): Schema {
  return {
    type: 'string',
    pattern: String.raw`\{\{`,
    description:
      'A text with `{{ expression }}`. A text that is one single expression keeps the type of its value.',
    examples: ['{{ triggerData.percent }}'],
  };
}

function nodeSchemas({ WorkflowNodeDto: node = {} }: Readonly<Record<string, Schema>>) {
  const reference = { $ref: `#/components/schemas/${TEMPLATE}` };
  return unionByType(
    'WorkflowNodeDto',
    'A node of a workflow. A draft may also have nodes that match none of these schemas; they are returned as sent.',
    nodeTypes.map(({ type, description, config }) => ({
      name: `${pascalCase(type)}Node`,
      type,
      schema: withConfig(node, description, withoutDefaults(savedConfigSchema(config, reference))),
    })),
  );
}

function triggerSchemas({ TriggerInputDto: input = {}, TriggerDto: output = {} }: Record<string, Schema>) {
  return {
    ...triggerUnion('TriggerInputDto', 'TriggerInput', input),
    ...triggerUnion('TriggerDto', 'Trigger', output),
  };
}

function triggerUnion(name: string, suffix: string, base: Schema) {
  return unionByType(
    name,
    'What starts the workflow. A draft may also have a trigger that matches none of these schemas; it is returned as sent.',
    Object.entries(TRIGGER_SCHEMAS).map(([type, schema]) => ({
      name: `${pascalCase(type)}${suffix}`,
      type,
      schema: withConfig(base, schema.description ?? '', triggerConfig(type, schema)),
    })),
  );
}

function triggerConfig(type: string, schema: object): Schema {
  const { description: _, ...config } = JSON.parse(JSON.stringify(schema)) as Schema;
  if (type !== 'webhook' || !isSchema(config.properties)) return config;
  const secret = JSON.parse(JSON.stringify(WEBHOOK_SECRET)) as Schema;
  return { ...config, properties: { secret, ...config.properties } };
}

/** Adds a property `config` to `base`. The property is required if `config` has a required field. */
function withConfig(base: Schema, description: string, config: Schema): Schema {
  const required = new Set(Array.isArray(base.required) ? (base.required as string[]) : []);
  if (Array.isArray(config.required) && config.required.length > 0) required.add('config');
  const properties = isSchema(base.properties) ? base.properties : {};
  const text = isSchema(properties.config) ? { description: properties.config.description } : {};
  return {
    ...base,
    description,
    properties: { ...properties, config: { ...text, ...config } },
    required: [...required],
  };
}

/**
 * Moves the defaults of fields to their descriptions, because generated clients treat a field with a `default` as
 * always present.
 */
function withoutDefaults(schema: Schema): Schema {
  if (!isSchema(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const { default: value, ...rest } = property as Schema;
    if (value === undefined) return [name, rest];
    return [
      name,
      { ...rest, description: `${String(rest.description)} Default: \`${JSON.stringify(value)}\`.` },
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
