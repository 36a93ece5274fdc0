import { defineEvent } from '../define-event';

export type AreaStatus = 'normal' | 'warning' | 'overLimit';

/** The figures of an area's card. The energy is today's and this month's electricity, in the platform's time zone. */
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

/** The figures of some areas have changed because of new readings. */
export const energyUpdated = defineEvent<{ areas: AreaCard[] }>('energy-updated');
