import { referenceField } from '@app/workflow-engine';
import { type StringOptions, Type } from '@sinclair/typebox';

/** The schema of the code of a point, or of a pattern of codes. A workflow has a warning if the point is unknown. */
export function pointCode(options: StringOptions = {}) {
  return referenceField('point', Type.String({ ...options, minLength: 1, maxLength: 255 }));
}
