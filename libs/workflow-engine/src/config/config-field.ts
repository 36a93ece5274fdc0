import type { TSchema } from '@sinclair/typebox';

/** Keywords for editors in the JSON Schemas of `GET /nodes`. */
const EXPRESSION = 'x-expression';
const VERBATIM = 'x-verbatim';
const CONDITION = 'x-condition';

/** A field that is saved as an expression without `{{ }}`. The value of the expression must fit the schema. */
export function expressionField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [EXPRESSION]: true };
}

/** A field that is used exactly as it was saved. In it, `{{` has no special meaning. */
export function verbatimField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [VERBATIM]: true };
}

/**
 * A field that contains an expression which is evaluated later, outside of the execution. In the configuration of a
 * node, the field must also be verbatim.
 */
export function conditionField<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [CONDITION]: true };
}

export function isExpressionField(schema: TSchema): boolean {
  return schema[EXPRESSION] === true;
}

export function isVerbatimField(schema: TSchema): boolean {
  return schema[VERBATIM] === true;
}

export function isConditionField(schema: TSchema): boolean {
  return schema[CONDITION] === true;
}
