import type { PointValue } from '@app/contracts';
import type { Json, PointReading } from '@app/workflow-engine';

/** The cast is safe: the value was parsed from JSON. */
export function readingOf({ value, quality, timestamp }: PointValue): PointReading {
  return { value: value as Json, quality, timestamp };
}
