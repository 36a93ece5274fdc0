import { type SchemaOptions, Type } from '@sinclair/typebox';
import type { Json } from '@app/workflow-engine';

/** The schema of anything that can be written as JSON. */
export function anyValue(options: SchemaOptions) {
  return Type.Unsafe<Json>(Type.Unknown(options));
}
