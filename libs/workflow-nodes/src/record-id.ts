import { MAX_RECORD_ID } from '@app/kernel';
import { type IntegerOptions, Type } from '@sinclair/typebox';

/** The schema of the id of a record, such as an area. */
export function recordId(options: IntegerOptions = {}) {
  return Type.Integer({ ...options, minimum: 1, maximum: MAX_RECORD_ID });
}
