import type { PointValue } from '@app/contracts';
import type { InternalEvent } from './internal-events';

/** A point's value or quality is another one; what workflows receive of it. */
export interface StateChange {
  code: string;
  value: PointValue['value'];
  /** The value before; null where none was known. */
  previous: PointValue['value'];
  quality: PointValue['quality'];
  /** When the value was measured, ISO 8601 UTC. */
  timestamp: string;
}

/** Something that triggers may wait for. Payloads are plain JSON; they become the `triggerData` of executions. */
export type Occurrence =
  | { kind: 'state_change'; name: StateChange['code']; payload: StateChange }
  | { kind: 'event'; name: InternalEvent; payload: object };
