import { HOUR_MS, type LocalCalendar, type LocalDay } from '@app/gateway-server';
import { seedOf, wobble, wobbleAt } from './random';
import type { DayCurve } from './working-hours';

/** A temperate northern climate, °C. */
const YEAR_MEAN_C = 10.5;
const YEAR_SWING_C = 8;
const COLDEST_YEAR_SHARE = 20 / 365;
const DAY_SWING_C = 3.5;
const WARMEST_MINUTE = 15 * 60;
/** Typical length of a warm or cold spell. */
const SPELL_DAYS = 4;
const SPELL_SWING_C = 4;

export class Weather {
  private readonly spellSeed: number;
  private readonly dayMeansC = new Map<number, number>();
  private readonly gust: (atMs: number) => number;

  constructor(
    seed: number,
    private readonly calendar: LocalCalendar,
  ) {
    this.spellSeed = seedOf(seed, 'weather spell');
    this.gust = wobble(seedOf(seed, 'weather gust'), HOUR_MS);
  }

  outsideC(atMs: number): number {
    const [day, minute] = this.calendar.at(atMs);
    return (
      this.seasonC(day) +
      this.spellC(day, minute) +
      DAY_SWING_C * Math.cos(((minute - WARMEST_MINUTE) / 1440) * 2 * Math.PI) +
      0.6 * this.gust(atMs)
    );
  }

  /** Mean temperature of a day. Heating and cooling on this day depend on it. */
  dayMeanC(day: LocalDay): number {
    let meanC = this.dayMeansC.get(day.number);
    if (meanC === undefined) {
      meanC = this.seasonC(day) + this.spellC(day, 720);
      this.dayMeansC.set(day.number, meanC);
    }
    return meanC;
  }

  private spellC(day: LocalDay, minute: number): number {
    return SPELL_SWING_C * wobbleAt(this.spellSeed, (day.number + minute / 1440) / SPELL_DAYS);
  }

  private seasonC(day: LocalDay): number {
    return YEAR_MEAN_C - YEAR_SWING_C * Math.cos((day.yearShare - COLDEST_YEAR_SHARE) * 2 * Math.PI);
  }
}

/** Daylight in a room, 0–1: longer and stronger in summer. */
export function daylight(day: LocalDay): DayCurve {
  const summer = 0.5 - 0.5 * Math.cos((day.yearShare + 10 / 365) * 2 * Math.PI);
  const halfDayMinutes = 240 + 240 * summer;
  return (minute) => {
    const fromNoon = Math.abs(minute - 780) / halfDayMinutes;
    return fromNoon >= 1 ? 0 : (0.5 + 0.5 * summer) * Math.cos((fromNoon * Math.PI) / 2);
  };
}
