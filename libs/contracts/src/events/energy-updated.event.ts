import { defineEvent } from '../define-event';

/** `unknown` if the current power is unknown: the area has no meter, or none with a recent value. */
export type AreaStatus = 'normal' | 'warning' | 'overLimit' | 'unknown';

/**
 * The figures on the card of an area. The energy is the electricity of today and of this month, in the platform's time
 * zone.
 */
export interface AreaCard {
  id: number;
  parentId: number | null;
  name: string;
  /** kW; null without recent readings. */
  currentPower: number | null;
  /** kWh; null without readings. */
  energyToday: number | null;
  /** kWh; null without readings. */
  energyMonth: number | null;
  status: AreaStatus;
  /** ISO 8601 UTC; null before the first reading. */
  lastReadingAt: string | null;
}

/** New readings have changed the figures of some areas. */
export const energyUpdated = defineEvent<{ areas: AreaCard[] }>('energy-updated');
