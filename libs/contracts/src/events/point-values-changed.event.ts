import { defineEvent } from '../define-event';

/** Qualities of OPC UA part 8. The database stores their positions in this list. */
export const QUALITIES = ['good', 'uncertain', 'bad'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface PointValue {
  code: string;
  /** Number, boolean or string, as the gateway reports it; null if the gateway has no value. */
  value: unknown;
  quality: Quality;
  /** When the value was measured, ISO 8601 UTC. */
  timestamp: string;
}

/** The values of some points have changed. */
export const pointValuesChanged = defineEvent<{ values: PointValue[] }>('point-values-changed');
