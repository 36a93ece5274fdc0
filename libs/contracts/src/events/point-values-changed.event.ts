import { defineEvent } from '../define-event';

export type Quality = 'good' | 'uncertain' | 'bad';

export interface PointValue {
  code: string;
  /** Number, boolean or string, as the gateway gives it; null where the gateway knows none. */
  value: unknown;
  quality: Quality;
  /** When the value was measured, ISO 8601 UTC. */
  timestamp: string;
}

/** Some points have new values. */
export const pointValuesChanged = defineEvent<{ values: PointValue[] }>('point-values-changed');
