import { getPosition, getTimes } from 'suncalc';

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
/** Within this time every place has a sunrise and a sunset, except within about 20 km of a pole. */
const SEARCHED_DAYS = 400;
/** The altitude of the sun's center at sunrise and sunset in degrees, with the refraction that the library adds. */
const HORIZON_DEGREES = -0.35;
const TOLERANCE_DEGREES = 0.1;
/** The longest and the shortest day of a year. An event that occurs on both of them occurs every day. */
const SOLSTICES = ['2026-06-21T12:00Z', '2026-12-21T12:00Z'].map((text) => new Date(text));
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
    if (!at || !isAtHorizon(at, latitude, longitude)) continue;
    const ms = Math.round(at.getTime() / 1000) * 1000 + offsetMinutes * MINUTE_MS;
    if (ms > afterMs) return ms;
  }
  return null;
}

export type SunFrequency = 'daily' | 'seasonally' | 'never';

/** Returns how often the sun rises and sets at a place. It is `never` only close to a pole. */
export function sunFrequency(place: Pick<SunTime, 'latitude' | 'longitude'>): SunFrequency {
  const { latitude, longitude } = place;
  if (SOLSTICES.every((day) => getTimes(day, latitude, longitude).sunrise)) return 'daily';
  const [fromMs = 0] = SOLSTICES.map((day) => day.getTime());
  const isFound = SUN_EVENTS.every(
    (event) => nextSunTimeMs({ ...place, event, offsetMinutes: 0 }, fromMs) !== null,
  );
  return isFound ? 'seasonally' : 'never';
}

/**
 * On the first and the last day of a polar day or night, the sun only touches the horizon, and the library may return a
 * time that is hours off.
 */
function isAtHorizon(at: Date, latitude: number, longitude: number): boolean {
  const { altitude } = getPosition(at, latitude, longitude);
  return Math.abs(altitude - HORIZON_DEGREES) < TOLERANCE_DEGREES;
}
