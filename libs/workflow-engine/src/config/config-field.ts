import type { TSchema } from '@sinclair/typebox';

/** Shown in the JSON Schema of `GET /nodes`, for an editor. */
const EXPRESSION = 'x-expression';
const VERBATIM = 'x-verbatim';

/** A field that is saved as a bare expression. Its resolved value fits the schema. */
export function expressionField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [EXPRESSION]: true };
}

/** A field that is used as it was saved: `{{` has no meaning in it. */
export function verbatimField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [VERBATIM]: true };
}

export function isExpressionField(schema: TSchema): boolean {
  return schema[EXPRESSION] === true;
}

export function isVerbatimField(schema: TSchema): boolean {
  return schema[VERBATIM] === true;
}
