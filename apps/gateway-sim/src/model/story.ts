import { DAY_MS, type LocalCalendar, type LocalDay } from '@app/gateway-server';
import type { Demand } from './consumption';
import { isWorkingDay } from './working-hours';

const MEASURE_DAYS = 183;
const EARLY_LIGHTS_DAYS = 30;
const NIGHT_HEATING_DAYS = 40;
/** Samples are kept in full for this time, and each quarter of an hour before. */
const FULL_SAMPLES_DAYS = 31;

/** The share of the lighting and sockets of floor 2 that the new lamps leave. */
const NEW_LAMPS = 0.6;
const EARLY = { fromMinute: 4 * 60, toMinute: 8 * 60, shareOfPeak: 0.8 };
/** The least power of heating and cooling on floor 3, as a share of their peak. */
const NEVER_SET_BACK = 0.75;

/**
 * The history of the building before a newcomer sees it. Half a year ago, floor 2 got new lamps. Two faults are
 * still there: the lights of floor 1 go on at 04:00 on working days, and floor 3 is heated or cooled at night, too.
 */
export class Story {
  /** Samples before this instant are kept each quarter of an hour only. */
  readonly thinnedBeforeMs: number;
  private readonly today: number;

  /** @param shownMs the instant when the newcomer sees the building first */
  constructor(shownMs: number, calendar: LocalCalendar) {
    this.today = calendar.dayNumberAt(shownMs);
    this.thinnedBeforeMs = (this.today - FULL_SAMPLES_DAYS) * DAY_MS;
  }

  /** @param demand the usual lighting and sockets of a floor */
  lighting(floor: number, demand: Demand, peakKw: number): Demand {
    if (floor === 1)
      return (day) => {
        const usual = demand(day);
        if (!isWorkingDay(day) || !this.isSince(EARLY_LIGHTS_DAYS, day)) return usual;
        return (minute) => {
          const isEarly = minute >= EARLY.fromMinute && minute < EARLY.toMinute;
          return isEarly ? Math.max(EARLY.shareOfPeak * peakKw, usual(minute)) : usual(minute);
        };
      };
    if (floor === 2)
      return (day) => {
        const usual = demand(day);
        return this.isSince(MEASURE_DAYS, day) ? (minute) => NEW_LAMPS * usual(minute) : usual;
      };
    return demand;
  }

  /** @param demand the usual heating and cooling of a floor */
  hvac(floor: number, demand: Demand, peakKw: number): Demand {
    if (floor !== 3) return demand;
    return (day) => {
      const usual = demand(day);
      if (!this.isSince(NIGHT_HEATING_DAYS, day)) return usual;
      return (minute) => Math.max(NEVER_SET_BACK * peakKw, usual(minute));
    };
  }

  private isSince(daysAgo: number, day: LocalDay): boolean {
    return day.number >= this.today - daysAgo;
  }
}
