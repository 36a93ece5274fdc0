import { type SchemaOptions, Type } from '@sinclair/typebox';

/** The schema of a text with a fixed set of values. */
export function oneOf<const Name extends string>(names: readonly Name[], options: SchemaOptions = {}) {
  return Type.Unsafe<Name>(
    Type.Union(
      names.map((name) => Type.Literal(name)),
      options,
    ),
  );
}
