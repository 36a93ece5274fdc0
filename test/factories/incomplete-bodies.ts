import type { OpenAPIObject } from '@nestjs/swagger';

/** A JSON Schema of the reference. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
}

export interface IncompleteBody {
  /** Name of the field that is missing or null. */
  field: string;
  body: unknown;
}

/**
 * Returns variants of a valid body: each one lacks a required field, or has null in a place where the reference does
 * not allow null. Objects that the body could contain, but does not, are added.
 */
export function incompleteBodies(reference: OpenAPIObject, schema: Schema, body: unknown): IncompleteBody[] {
  return new Spoiler(reference).variantsOf(schema, body, 'body');
}

class Spoiler {
  constructor(private readonly reference: OpenAPIObject) {}

  variantsOf(schema: Schema, value: unknown, name: string): IncompleteBody[] {
    const alternatives = this.alternativesOf(schema);
    if (Array.isArray(value)) {
      const items = alternatives.find(({ items }) => items)?.items;
      const [first, ...rest] = value as unknown[];
      if (!items || first === undefined) return [];
      const inner = this.variantsOf(items, first, name).map(({ field, body }) => ({
        field,
        body: [body, ...rest],
      }));
      return this.allowsNull(items) ? inner : [...inner, { field: name, body: [...value, null] }];
    }
    const record = alternatives.find(({ properties }) => properties);
    if (!record?.properties || typeof value !== 'object' || value === null) return [];
    return Object.entries(record.properties).flatMap(([field, property]) =>
      this.variantsOfField(value, field, property, record.required?.includes(field) ?? false),
    );
  }

  private variantsOfField(
    value: object,
    field: string,
    property: Schema,
    required: boolean,
  ): IncompleteBody[] {
    const others = Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));
    const sent = (value as Record<string, unknown>)[field] ?? this.sampleOf(property);
    const inner = this.variantsOf(property, sent, field);
    return [
      ...(required ? [{ field, body: others }] : []),
      ...(this.allowsNull(property) ? [] : [{ field, body: { ...others, [field]: null } }]),
      ...inner.map((variant) => ({ field: variant.field, body: { ...others, [field]: variant.body } })),
    ];
  }

  /** Returns a value of the schema's type, with all required fields. */
  private sampleOf(schema: Schema): unknown {
    const first = this.alternativesOf(schema).find(({ type }) => type !== 'null') ?? {};
    const { type, properties, required = [], items, minimum = 0 } = first;
    if (first.enum) return first.enum[0];
    if (properties) {
      return Object.fromEntries(required.map((name) => [name, this.sampleOf(properties[name] ?? {})]));
    }
    if (items) return [this.sampleOf(items)];
    if (type === 'number' || type === 'integer') return minimum;
    return type === 'boolean' ? true : 'x';
  }

  private allowsNull(schema: Schema): boolean {
    return this.alternativesOf(schema).some(
      (one) =>
        [one.type].flat().includes('null') ||
        one.enum?.includes(null) ||
        Object.keys(one).every((key) => !KINDS.has(key)),
    );
  }

  private alternativesOf(schema: Schema): Schema[] {
    const { $ref, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1) ?? '';
      return this.alternativesOf(this.reference.components?.schemas?.[name] ?? {});
    }
    const [single] = allOf ?? [];
    if (single) return this.alternativesOf(single);
    const several = anyOf ?? oneOf;
    return several ? several.flatMap((one) => this.alternativesOf(one)) : [schema];
  }
}

/** A schema without any of these keys accepts every value. */
const KINDS = new Set(['type', 'enum', 'properties', 'items']);
