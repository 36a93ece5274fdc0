import { type SchemaOptions, Type } from '@sinclair/typebox';
import type { Json } from '@app/workflow-engine';

/** The schema of any JSON value. */
export function anyValue(options: SchemaOptions) {
  return Type.Unsafe<Json>(Type.Unknown(options));
}
