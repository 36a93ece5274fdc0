import { getTimes } from 'suncalc';

export const SUN_EVENTS = ['sunrise', 'sunset'] as const;
export type SunEvent = (typeof SUN_EVENTS)[number];

/** A time of day that depends on the sunrise or sunset at a place. */
export interface SunTime {
  event: SunEvent;
  /** Negative for a time before the event. */
  offsetMinutes: number;
  latitude: number;
  longitude: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Within this time every place has a sunrise and a sunset. */
const SEARCHED_DAYS = 400;
/** The longest offset of a trigger. With an offset, the date of the trigger may differ from the date of the event. */
export const MAX_OFFSET_MINUTES = 12 * 60;

/**
 * Returns the first time after an instant that the event and its offset determine. A solar day has at most one such
 * time, and none if the event does not occur, as in the polar night.
 */
export function nextSunTimeMs(
  { event, offsetMinutes, latitude, longitude }: SunTime,
  afterMs: number,
): number | null {
  const firstDay = Math.floor(afterMs / DAY_MS) - 2;
  for (let day = firstDay; day < firstDay + SEARCHED_DAYS; day++) {
    // Pass noon of the local solar day to the library, so that each day number yields the events of exactly one day.
    const noonMs = day * DAY_MS + DAY_MS / 2 - (longitude / 360) * DAY_MS;
    const at = getTimes(new Date(noonMs), latitude, longitude)[event];
    if (!at) continue;
    const ms = Math.round(at.getTime() / 1000) * 1000 + offsetMinutes * MINUTE_MS;
    if (ms > afterMs) return ms;
  }
  return null;
}
