import { ENERGY_TYPES, type EnergyType } from '../../api/energy-types';
import { readCount } from '../../app/search-fields';
import { type CalendarDate, type Unit, UNITS, isCalendarDate } from '../../format/calendar-period';

export const METRICS = ['energy', 'cost', 'emissions'] as const;
export type Metric = (typeof METRICS)[number];

/** The choices of the page, as in the address. */
export interface EnergySearch {
  /** By default, the first area. */
  area?: number;
  unit?: Unit;
  /** A date in the shown period. By default, today. */
  date?: CalendarDate;
  type?: EnergyType;
  metric?: Metric;
}

/**
 * Reads the search parameters. An invalid parameter is returned as undefined: if the result lacked it, the router would
 * keep its raw value.
 */
export function readEnergySearch({ area, unit, date, type, metric }: Record<string, unknown>): EnergySearch {
  return {
    area: readCount(area),
    unit: UNITS.find((value) => value === unit),
    date: isCalendarDate(date) ? date : undefined,
    type: ENERGY_TYPES.find((value) => value === type),
    metric: METRICS.find((value) => value === metric),
  };
}
