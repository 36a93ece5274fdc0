import type { OpenAPIObject } from '@nestjs/swagger';
import { type Schema, isSchema } from './json-schema';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Returns the operation of a route. The document writes the path `/api/users/:id` as `/api/users/{id}`. */
export function operationAt(document: OpenAPIObject, method: string, path: string): Operation | undefined {
  const item = document.paths[path.replace(/:(\w+)/g, '{$1}')];
  const verb = METHODS.find((one) => one === method.toLowerCase());
  return verb && item?.[verb];
}

/** The JSON schema of a successful response; undefined if there is no schema, or if it says only `type: object`. */
export function successSchemaOf({ responses }: Operation): Schema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema: unknown =
    success && 'content' in success ? success.content?.['application/json']?.schema : undefined;
  if (!isSchema(schema)) return undefined;
  return schema.type === 'object' && Object.keys(schema).length === 1 ? undefined : schema;
}
