import { defineEvent } from '../define-event';

export type Quality = 'good' | 'uncertain' | 'bad';

export interface PointValue {
  code: string;
  /** Number, boolean or string, as the gateway reports it; null if the gateway has no value. */
  value: unknown;
  quality: Quality;
  /** When the value was measured, ISO 8601 UTC. */
  timestamp: string;
}

/** Values of points changed. */
export const pointValuesChanged = defineEvent<{ values: PointValue[] }>('point-values-changed');
