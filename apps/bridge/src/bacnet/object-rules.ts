import type { BacnetPoint } from './bacnet.dto';
import { LARGEST_INSTANCE, objectOf } from './objects';

/** Generates the problems of a point whose fields do not fit together. */
export function* objectRules({ object, objectId, writable }: BacnetPoint): Generator<string> {
  if (objectId.instance > LARGEST_INSTANCE) yield `needs an instance up to ${LARGEST_INSTANCE}`;
  if (writable && !objectOf(object).commands) yield `is ${object}, which cannot be written`;
}
