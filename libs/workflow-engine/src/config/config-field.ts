import type { TSchema } from '@sinclair/typebox';

/** A keyword for editors in the JSON Schemas of `GET /nodes`. It marks fields that are saved as an expression. */
const EXPRESSION = 'x-expression';
const VERBATIM = 'x-verbatim';

/** A field that is saved as an expression without `{{ }}`. The value of the expression must fit the schema. */
export function expressionField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [EXPRESSION]: true };
}

/** A field that is used exactly as it was saved. In it, `{{` has no special meaning. */
export function verbatimField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [VERBATIM]: true };
}

export function isExpressionField(schema: TSchema): boolean {
  return schema[EXPRESSION] === true;
}

export function isVerbatimField(schema: TSchema): boolean {
  return schema[VERBATIM] === true;
}
