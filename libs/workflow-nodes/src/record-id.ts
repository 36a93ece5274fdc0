import { MAX_RECORD_ID } from '@app/kernel';
import { type ReferenceKind, referenceField } from '@app/workflow-engine';
import { type IntegerOptions, Type } from '@sinclair/typebox';

/** The schema of the id of a record. */
export function recordId(options: IntegerOptions = {}) {
  return Type.Integer({ ...options, minimum: 1, maximum: MAX_RECORD_ID });
}

/** The id that a dry run returns for a record that it does not create. No record has this id. */
export const DRY_RUN_ID = MAX_RECORD_ID;

/** Like `recordId`. A workflow has a warning if the record does not exist. */
export function recordReference(kind: ReferenceKind, options: IntegerOptions = {}) {
  return referenceField(kind, recordId(options));
}
