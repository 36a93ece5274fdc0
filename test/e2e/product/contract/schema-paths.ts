export type Schema = Record<string, unknown>;
export type Resolve = (schema: Schema) => Schema;

/** Returns the schema and the schemas that it combines with `allOf`, `anyOf` or `oneOf`. */
export function alternativesOf(schema: Schema, resolve: Resolve): Schema[] {
  const own = resolve(schema);
  const parts = ['oneOf', 'anyOf', 'allOf'].flatMap((name) => (own[name] as Schema[] | undefined) ?? []);
  return [own, ...parts.flatMap((part) => alternativesOf(part, resolve))];
}

/**
 * Returns the schemas that values at the path may have.
 * @param steps names of fields, and `[]` for the elements of a list
 */
export function schemasAt(schema: Schema, steps: readonly string[], resolve: Resolve): Schema[] {
  let found = alternativesOf(schema, resolve);
  for (const step of steps) {
    found = found.flatMap(({ items, properties }) => {
      const part = step === '[]' ? items : (properties as Record<string, Schema> | undefined)?.[step];
      return part ? alternativesOf(part as Schema, resolve) : [];
    });
  }
  return found;
}

/** Returns the fixed values of the schemas. */
export function fixedValues(schemas: readonly Schema[]): unknown[] {
  const all = schemas.flatMap(({ enum: values = [], const: value }) => [
    ...(values as unknown[]),
    ...(value === undefined ? [] : [value]),
  ]);
  return [...new Set(all)];
}

/** Splits a path such as `points[].code` into its steps. */
export const stepsOf = (path: string): string[] => path.split(/\.|(?=\[\])/);
