import type { LocalDay } from '@app/gateway-server';
import type { AlertSeverity, Comparison } from '@app/kernel';
import { randomAt, seedOf } from './random';
import type { Weather } from './weather';
import { isWorkingDay } from './working-hours';

/** When a disturbance begins and ends on one day, in minutes after local midnight. It never lasts beyond midnight. */
export interface Occurrence {
  fromMinute: number;
  toMinute: number;
}

/** A recurring disturbance and the alarm that it raises. */
export interface AlarmRule {
  id: string;
  /** Code of the point that shows the disturbance. */
  code: string;
  level: AlertSeverity;
  message: string;
  comparison: Comparison;
  /** The limit with which the point's value is compared. A boolean counts as 0 or 1. */
  threshold: number;
  occurrenceOn(day: LocalDay): Occurrence | null;
}

export const FILTER_LIFE_DAYS = 90;
const FILTER_DUE_DAYS = 81;
const FILTER_CHANGE_DAY = 47;

/** How many days ago the air handler's filter was changed. */
export function filterAgeDays(day: LocalDay): number {
  return (day.number + FILTER_CHANGE_DAY) % FILTER_LIFE_DAYS;
}

const MONDAY = 1;
const WEDNESDAY = 3;

/**
 * Returns the rules of all disturbances of the building. They determine both the alarms and the values of the points.
 */
export function alarmRules(seed: number, weather: Weather): AlarmRule[] {
  const chance = (what: string, day: LocalDay): number => randomAt(seedOf(seed, 'alarm', what), day.number);
  return [...roomRules(chance, weather), ...airHandlerRules(chance, weather)];
}

type Chance = (what: string, day: LocalDay) => number;

function roomRules(chance: Chance, weather: Weather): AlarmRule[] {
  const crowded = { level: 'minor', comparison: 'gt', threshold: 1000 } as const;
  return [
    {
      ...crowded,
      id: 'co2-f2-east',
      code: 'F2.EAST.ZONE.CO2',
      message: 'Carbon dioxide above 1,000 ppm on floor 2 east',
      occurrenceOn: (day) =>
        day.isoWeekday === WEDNESDAY && isWorkingDay(day)
          ? about(chance, 'co2-f2-east', day, 835, 955)
          : null,
    },
    {
      ...crowded,
      id: 'co2-f1-west',
      code: 'F1.WEST.ZONE.CO2',
      message: 'Carbon dioxide above 1,000 ppm on floor 1 west',
      occurrenceOn: (day) =>
        isWorkingDay(day) && chance('co2-f1-west', day) < 0.12
          ? about(chance, 'co2-f1-west', day, 605, 690)
          : null,
    },
    {
      id: 'cold-f3-west',
      code: 'F3.WEST.ZONE.TEMP',
      level: 'major',
      comparison: 'lt',
      threshold: 17,
      message: 'Floor 3 west is below 17 °C in working hours',
      occurrenceOn: (day) =>
        day.isoWeekday === MONDAY && isWorkingDay(day) && weather.dayMeanC(day) < 8
          ? about(chance, 'cold-f3-west', day, 450, 570)
          : null,
    },
  ];
}

function airHandlerRules(chance: Chance, weather: Weather): AlarmRule[] {
  const tripped = { level: 'critical', comparison: 'eq', threshold: 1 } as const;
  return [
    {
      id: 'filter-ahu1',
      code: 'AHU1.FILTER.PRESSURE',
      level: 'warning',
      comparison: 'gt',
      threshold: 250,
      message: 'The filter of air handler 1 is due: its pressure drop is above 250 Pa',
      occurrenceOn: (day) =>
        isWorkingDay(day) && filterAgeDays(day) >= FILTER_DUE_DAYS
          ? about(chance, 'filter-ahu1', day, 420, 990)
          : null,
    },
    {
      ...tripped,
      id: 'frost-ahu1',
      code: 'AHU1.FROST.TRIPPED',
      message: 'The frost thermostat of air handler 1 has tripped',
      occurrenceOn: (day) =>
        weather.dayMeanC(day) < 3 && chance('frost-ahu1', day) < 0.2
          ? about(chance, 'frost-ahu1', day, 270, 305)
          : null,
    },
    {
      ...tripped,
      id: 'fire-damper-ahu1',
      code: 'AHU1.FIRE_DAMPER.CLOSED',
      message: 'The fire damper of air handler 1 is closed',
      occurrenceOn: (day) =>
        chance('fire-damper-ahu1', day) < 1 / 30 ? about(chance, 'fire-damper-ahu1', day, 1215, 1245) : null,
    },
  ];
}

/** Delays the start and the end by up to half an hour each. The two delays are random and independent of each other. */
function about(
  chance: Chance,
  what: string,
  day: LocalDay,
  fromMinute: number,
  toMinute: number,
): Occurrence {
  return {
    fromMinute: fromMinute + Math.floor(30 * chance(`${what} from`, day)),
    toMinute: toMinute + Math.floor(30 * chance(`${what} to`, day)),
  };
}
