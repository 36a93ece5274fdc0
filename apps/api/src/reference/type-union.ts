import { type Schema, isSchema } from '../http/reference/json-schema';

export interface Variant {
  /** Name of the variant's schema. */
  name: string;
  /** The value of the variant's field `type`. */
  type: string;
  schema: Schema;
}

const referenceTo = (variant: string) => `#/components/schemas/${variant}`;

/** Creates the component schemas of a union whose variants differ in their field `type`. */
export function unionByType(
  name: string,
  description: string,
  variants: readonly Variant[],
): Record<string, Schema> {
  const union = {
    description,
    oneOf: variants.map((variant) => ({ $ref: referenceTo(variant.name) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(variants.map((variant) => [variant.type, referenceTo(variant.name)])),
    },
  };
  return { ...Object.fromEntries(variants.map((variant) => [variant.name, ofType(variant)])), [name]: union };
}

function ofType({ type, schema }: Variant): Schema {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const described = isSchema(properties.type) ? { description: properties.type.description } : {};
  return {
    ...schema,
    type: 'object',
    properties: { ...properties, type: { ...described, type: 'string', const: type } },
  };
}

/** Converts `set_point` to `SetPoint`. */
export function pascalCase(type: string): string {
  return type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
