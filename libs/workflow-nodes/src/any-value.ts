import { type SchemaOptions, Type } from '@sinclair/typebox';
import type { Json } from '@app/workflow-engine';

/** The schema of any JSON value. */
export function anyValue(options: SchemaOptions) {
  return Type.Unsafe<Json>(Type.Unknown(options));
}

/** The schema of an object with any values. */
export function anyValues(options: SchemaOptions) {
  return Type.Record(Type.String(), anyValue({ description: 'Any value.' }), options);
}
