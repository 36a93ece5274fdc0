import type { PointValue } from '@app/contracts';
import type { InternalEvent } from './internal-events';

/** The change of a point's value or quality. This is the payload that workflows get. */
export interface StateChange {
  code: string;
  value: PointValue['value'];
  /** The previous value; null if unknown. */
  previous: PointValue['value'];
  quality: PointValue['quality'];
  /** Time at which the value was measured, ISO 8601 UTC. */
  timestamp: string;
}

/** Something that can trigger workflows. The payload is plain JSON and becomes the `triggerData` of executions. */
export type Occurrence =
  | {
      kind: 'state_change';
      name: StateChange['code'];
      payload: StateChange;
      /**
       * If set, only this workflow starts, and its condition is not evaluated again. By default, every listening
       * workflow may start.
       */
      workflowId?: string;
    }
  | {
      kind: 'event';
      name: InternalEvent;
      payload: object;
      /** The execution that caused the event. */
      executionId?: string;
    };
