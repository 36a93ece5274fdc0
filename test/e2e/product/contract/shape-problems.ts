import type { Shape } from './contract-row';

type Schema = Record<string, unknown>;
type Fields = Record<string, unknown>;

/** Lists the parts of a value that do not fit the shape. */
export function shapeProblems(shape: Shape, value: unknown, path = 'answer'): string[] {
  if (typeof shape === 'string') {
    const types = shape.split('|');
    return types.includes('any') || types.includes(typeOf(value))
      ? []
      : [`${path} is ${typeOf(value)}, not ${shape}`];
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${typeOf(value)}, not a list`];
    return value.flatMap((entry, index) => shapeProblems(shape[0], entry, `${path}[${index}]`));
  }
  if (typeOf(value) !== 'object') return [`${path} is ${typeOf(value)}, not an object`];
  return Object.entries(shape).flatMap(([name, inner]) => {
    const field = name.replace(/\?$/, '');
    const found = (value as Fields)[field];
    if (found === undefined) return name.endsWith('?') ? [] : [`${path}.${field} is missing`];
    return shapeProblems(inner, found, `${path}.${field}`);
  });
}

/** Lists the fields of the shape that a schema of the reference lacks. */
export function schemaProblems(shape: Shape, schema: Schema, resolve: Resolve, path = 'schema'): string[] {
  if (typeof shape === 'string') return [];
  const alternatives = alternativesOf(schema, resolve);
  if (isList(shape)) {
    const items = alternatives.find((one) => one['items'])?.['items'] as Schema | undefined;
    return items ? schemaProblems(shape[0], items, resolve, `${path}[]`) : [`${path} is no list`];
  }
  return Object.entries(shape).flatMap(([name, inner]) => {
    const field = name.replace(/\?$/, '');
    const found = alternatives
      .map(({ properties }) => (properties as Record<string, Schema> | undefined)?.[field])
      .find((property) => property !== undefined);
    return found ? schemaProblems(inner, found, resolve, `${path}.${field}`) : [`${path} has no ${field}`];
  });
}

export type Resolve = (schema: Schema) => Schema;

/** Returns the schema and the schemas that it combines with `allOf`, `anyOf` or `oneOf`. */
export function alternativesOf(schema: Schema, resolve: Resolve): Schema[] {
  const own = resolve(schema);
  const parts = ['oneOf', 'anyOf', 'allOf'].flatMap((name) => (own[name] as Schema[] | undefined) ?? []);
  return [own, ...parts.flatMap((part) => alternativesOf(part, resolve))];
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
