import { type CalendarDate, moved } from '../../format/calendar-period';
import type { ExportInput } from '../../api/exports';

type Filters = NonNullable<ExportInput['filters']>;

export const TYPES = ['energy', 'savings', 'faults', 'alarms'] as const;
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export const STATUSES = {
  faults: ['open', 'in_progress', 'resolved', 'closed'],
  alarms: ['active', 'cleared'],
} as const;

export interface ExportValues {
  type: ExportInput['type'];
  from: CalendarDate;
  /** Inclusive. */
  last: CalendarDate;
  areaId?: number | null;
  energyType?: Filters['energyType'] | null;
  interval?: Filters['interval'] | null;
  severity?: Filters['severity'] | null;
  status?: Filters['status'] | null;
}

/** Returns the body of the call. It has only the filters that the type has, because the API refuses other filters. */
export function exportInput(values: ExportValues): ExportInput {
  const { type, from, last, areaId, energyType, interval, severity, status } = values;
  const own = {
    energy: { areaId, energyType, interval },
    savings: { areaId, energyType },
    faults: { areaId, severity, status },
    alarms: { areaId, severity, status },
  }[type];
  const chosen = Object.entries(own).filter(([, value]) => value !== null && value !== undefined);
  return { type, from, to: moved('day', last, 1), filters: Object.fromEntries(chosen) };
}
