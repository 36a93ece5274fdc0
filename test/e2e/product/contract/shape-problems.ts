import type { Shape } from './contract-row';
import { alternativesOf, type Resolve, type Schema } from './schema-paths';

type Fields = Record<string, unknown>;

/** Instants are in UTC and have milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Lists the parts of a value that do not fit the shape. */
export function shapeProblems(shape: Shape, value: unknown, path = 'answer'): string[] {
  if (typeof shape === 'string') {
    const fits = shape.split('|').some((type) => type === 'any' || isOfType(type, value));
    return fits ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape}`];
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${typeOf(value)}, not a list`];
    const [element, mayBeEmpty] = shape;
    if (value.length === 0 && !mayBeEmpty) return [`${path} is empty, so its elements are not checked`];
    return value.flatMap((entry, index) => shapeProblems(element, entry, `${path}[${index}]`));
  }
  if (typeOf(value) !== 'object') return [`${path} is ${typeOf(value)}, not an object`];
  return Object.entries(shape).flatMap(([name, inner]) => {
    const field = name.replace(/\?$/, '');
    const found = (value as Fields)[field];
    if (found === undefined) return name.endsWith('?') ? [] : [`${path}.${field} is missing`];
    return shapeProblems(inner, found, `${path}.${field}`);
  });
}

/** Lists the fields of the shape that a schema of the reference lacks, and those whose types differ. */
export function schemaProblems(shape: Shape, schema: Schema, resolve: Resolve, path = 'schema'): string[] {
  const alternatives = alternativesOf(schema, resolve);
  const stated = statedTypes(alternatives);
  const expected = expectedTypes(shape);
  if (expected === 'any') return [];
  if (stated !== expected) return [`${path} is ${stated}, not ${expected}`];
  if (typeof shape === 'string') return [];
  if (isList(shape)) {
    const items = alternatives.find((one) => one['items'])?.['items'] as Schema;
    return schemaProblems(shape[0], items, resolve, `${path}[]`);
  }
  return Object.entries(shape).flatMap(([name, inner]) => {
    const field = name.replace(/\?$/, '');
    const owner = alternatives.find(({ properties }) => field in ((properties as Fields | undefined) ?? {}));
    if (!owner) return [`${path} has no ${field}`];
    const isOptional = !((owner['required'] as string[] | undefined) ?? []).includes(field);
    const differs = isOptional !== name.endsWith('?');
    return [
      ...(differs ? [`${path}.${field} is ${isOptional ? 'optional' : 'required'}`] : []),
      ...schemaProblems(inner, (owner['properties'] as Fields)[field] as Schema, resolve, `${path}.${field}`),
    ];
  });
}

/** Returns the types of schemas in the notation of shapes; `any` if they state no type. */
function statedTypes(alternatives: readonly Schema[]): string {
  const types = alternatives.flatMap(({ type, format }) =>
    ((type === undefined ? [] : [type].flat()) as string[]).map((each) => {
      if (each === 'integer') return 'number';
      return each === 'string' && format === 'date-time' ? 'instant' : each;
    }),
  );
  return types.length === 0 ? 'any' : sorted(types);
}

function expectedTypes(shape: Shape): string {
  if (typeof shape === 'string') return sorted(shape.split('|'));
  return isList(shape) ? 'array' : 'object';
}

const sorted = (types: readonly string[]) => [...new Set(types)].toSorted().join('|');

function isList(shape: Shape): shape is readonly [Shape, 'or empty'?] {
  return Array.isArray(shape);
}

function isOfType(type: string, value: unknown): boolean {
  return type === 'instant' ? INSTANT.test(String(value)) : type === typeOf(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
