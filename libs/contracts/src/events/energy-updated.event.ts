import { defineEvent } from '../define-event';

export type AreaStatus = 'normal' | 'warning' | 'overLimit';

/** An area at a glance. Energy is electricity of the platform time zone's today and this month. */
export interface AreaCard {
  id: number;
  parentId: number | null;
  name: string;
  /** kW; null when nothing fresh is known. */
  currentPower: number | null;
  /** kWh; null when nothing was measured. */
  energyToday: number | null;
  /** kWh; null when nothing was measured. */
  energyMonth: number | null;
  status: AreaStatus;
  /** ISO 8601 UTC; null before the first reading. */
  lastReadingAt: string | null;
}

/** New readings changed what areas show. */
export const energyUpdated = defineEvent<{ areas: AreaCard[] }>('energy-updated');
