/** The parts of a JSON Schema that the form reads. */
export interface Schema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  'x-expression'?: boolean;
  'x-condition'?: boolean;
  'x-verbatim'?: boolean;
  'x-reference'?: string;
}

export type FieldKind =
  | 'expression'
  | 'choice'
  | 'switch'
  | 'number'
  | 'duration'
  | 'reference'
  | 'text'
  | 'longText'
  | 'texts'
  | 'objects'
  | 'record'
  | 'object'
  | 'variants'
  | 'any';

const LONG_TEXT = 1000;
/** Records that the API lists by id. Points have codes, which are texts with suggestions. */
const LISTED = new Set(['area', 'calendar', 'reportPlan', 'reportTemplate', 'workflow']);

/** Decides how a field is edited. */
export function kindOf(name: string, schema: Schema): FieldKind {
  if (schema['x-expression'] || schema['x-condition']) return 'expression';
  if (choicesOf(schema)) return 'choice';
  if (LISTED.has(schema['x-reference'] ?? '')) return 'reference';
  if (schema.anyOf) return kindOfUnion(schema.anyOf);
  switch (schema.type) {
    case 'boolean':
      return 'switch';
    case 'number':
    case 'integer':
      return name.endsWith('Ms') ? 'duration' : 'number';
    case 'string':
      return (schema.maxLength ?? 0) > LONG_TEXT && name !== 'url' ? 'longText' : 'text';
    case 'array':
      return kindOfList(schema.items ?? {});
    case 'object':
      return schema.properties ? 'object' : 'record';
    default:
      return 'any';
  }
}

function kindOfUnion(variants: readonly Schema[]): FieldKind {
  if (variants.every(({ type }) => type === 'object')) return 'variants';
  const isTextOrTexts = variants.some(({ type, items }) => type === 'array' && items?.type === 'string');
  if (isTextOrTexts && variants.every(({ type }) => type === 'string' || type === 'array')) return 'texts';
  return 'any';
}

function kindOfList(items: Schema): FieldKind {
  if (items.type === 'string') return 'texts';
  return items.type === 'object' && items.properties ? 'objects' : 'any';
}

/** The values of a fixed set; undefined if the field has none. */
export function choicesOf({ enum: values, anyOf }: Schema): string[] | undefined {
  if (values) return values.map(String);
  if (anyOf?.every((one) => one.const !== undefined)) return anyOf.map((one) => String(one.const));
  return undefined;
}

/** The kind of record that a field, or each of its elements, names. */
export function referenceOf(schema: Schema): string | undefined {
  const nested = [schema.items, ...(schema.anyOf ?? []), ...(schema.anyOf ?? []).map(({ items }) => items)];
  return schema['x-reference'] ?? nested.map((one) => one?.['x-reference']).find(Boolean);
}

/** Whether a stored value is computed when the node runs. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('{{');
}
