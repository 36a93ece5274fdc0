import type { OpenAPIObject } from '@nestjs/swagger';
import { type Schema, isSchema } from './json-schema';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The document's description of a route, `/api/users/:id` being `/api/users/{id}` there. */
export function operationAt(document: OpenAPIObject, method: string, path: string): Operation | undefined {
  const item = document.paths[path.replace(/:(\w+)/g, '{$1}')];
  const verb = METHODS.find((one) => one === method.toLowerCase());
  return verb && item?.[verb];
}

/** What a success answers in JSON; undefined where that is not told, or not more than "some object". */
export function successSchemaOf({ responses }: Operation): Schema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema: unknown =
    success && 'content' in success ? success.content?.['application/json']?.schema : undefined;
  if (!isSchema(schema)) return undefined;
  return schema.type === 'object' && Object.keys(schema).length === 1 ? undefined : schema;
}
