import type { OpenAPIObject } from '@nestjs/swagger';
import { type Schema, isSchema } from '../http/reference/json-schema';
import { STREAM_EVENT, eventSchemas } from './event-schemas';
import { EXAMPLES } from './examples';
import { TEXT_EXAMPLES } from './examples/text-examples';
import { toJsonSchema2020 } from './json-schema-2020';
import { workflowSchemas } from './workflow-schemas';

const EVENT_STREAM = 'text/event-stream';

interface MediaType {
  schema?: Schema;
  examples?: object;
}

/**
 * Creates the published reference in OpenAPI 3.1. It contains the routes of `document`, the schemas of node
 * configurations, trigger configurations and stream events, and examples. Paths and schemas are ordered by name, so that
 * the order of the modules does not matter.
 */
export function publishedDocument(document: OpenAPIObject): OpenAPIObject {
  const published = structuredClone(document);
  const schemas = (published.components?.schemas ?? {}) as Record<string, Schema>;
  const generated = { ...workflowSchemas(schemas), ...eventSchemas() };
  const all = Object.entries(byName({ ...schemas, ...generated })).map(([name, schema]) => [
    name,
    toJsonSchema2020(schema),
  ]);
  published.components = { ...published.components, schemas: Object.fromEntries(all) };
  for (const item of Object.values(published.paths)) forEachSchema(item);
  addTextExamples(published);
  forEachSchema(published.components.responses ?? {});
  return { ...published, paths: byName(published.paths), openapi: '3.1.0' };
}

function byName<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Converts all schemas of parameters, headers and bodies. Adds examples to each body. */
function forEachSchema(part: unknown): void {
  if (Array.isArray(part)) part.forEach(forEachSchema);
  if (!isSchema(part)) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'schema' && isSchema(value)) part[key] = toJsonSchema2020(value);
    else if (key === 'content' && isSchema(value)) describeBodies(value as Record<string, MediaType>);
    else if (key !== 'examples') forEachSchema(value);
  }
}

function describeBodies(content: Record<string, MediaType>): void {
  for (const [type, body] of Object.entries(content)) {
    const schema =
      type === EVENT_STREAM ? { $ref: `#/components/schemas/${STREAM_EVENT}` } : (body.schema ?? {});
    const examples = body.examples ?? EXAMPLES.of(schema);
    content[type] = { schema: toJsonSchema2020(schema), ...(examples && { examples }) };
  }
}

function addTextExamples({ paths }: OpenAPIObject): void {
  for (const [path, texts] of Object.entries(TEXT_EXAMPLES)) {
    const body = paths[path]?.post?.requestBody;
    for (const [type, value] of Object.entries(texts)) {
      const described = body && 'content' in body && body.content[type];
      if (!described) throw new Error(`POST ${path} accepts no ${type}.`);
      Object.assign(described, { examples: { example: { summary: 'Example', value } } });
    }
  }
}
