import { getPosition } from 'suncalc';
import { nextSlotMs, sunRule } from './slot-rule';
import { nextSunTimeMs, type SunEvent } from './sun-times';

const PLACES = {
  London: { latitude: 51.5074, longitude: -0.1278 },
  'New York': { latitude: 40.7128, longitude: -74.006 },
  Sydney: { latitude: -33.8688, longitude: 151.2093 },
  Tromsø: { latitude: 69.6492, longitude: 18.9553 },
  Apia: { latitude: -13.8333, longitude: -171.7667 },
};
type Place = keyof typeof PLACES;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const at = (text: string) => Date.parse(text);
const next = (place: Place, event: SunEvent, afterMs: number, offsetMinutes = 0) =>
  nextSunTimeMs({ ...PLACES[place], event, offsetMinutes }, afterMs) ?? Number.NaN;

describe('nextSunTimeMs', () => {
  it.each<[Place, SunEvent]>(
    (['London', 'New York', 'Sydney', 'Apia'] as const).flatMap((place): [Place, SunEvent][] => [
      [place, 'sunrise'],
      [place, 'sunset'],
    ]),
  )('gives the same times as the equations of NOAA in %s: %s', (place, event) => {
    let ms = next(place, event, at('2026-01-01T00:00:00Z'));
    for (let day = 0; day < 365; day++) {
      expect(Math.abs(ms - noaaTimeMs(place, event, ms))).toBeLessThan(3 * MINUTE_MS);
      ms = next(place, event, ms);
    }
  });

  it.each<[Place, SunEvent, number]>([
    ['London', 'sunrise', 0],
    ['New York', 'sunset', -90],
    ['Sydney', 'sunrise', 720],
    ['Apia', 'sunset', -720],
  ])('returns one time a day in %s: %s with an offset of %d minutes', (place, event, offset) => {
    let ms = next(place, event, at('2026-01-01T00:00:00Z'), offset);
    for (let day = 0; day < 365; day++) {
      const followingMs = next(place, event, ms, offset);
      expect(next(place, event, followingMs - 1, offset)).toBe(followingMs);
      expect(Math.abs(followingMs - ms - DAY_MS)).toBeLessThan(5 * MINUTE_MS);
      ms = followingMs;
    }
  });

  it('adds the offset to the time of the event', () => {
    const sunset = next('London', 'sunset', at('2026-05-01T12:00:00Z'));
    expect(next('London', 'sunset', at('2026-05-01T12:00:00Z'), -30)).toBe(sunset - 30 * MINUTE_MS);
    expect(next('London', 'sunset', sunset, 30)).toBe(sunset + 30 * MINUTE_MS);
  });

  it('skips the days of the polar night and the polar day, which have no sunrise or sunset', () => {
    const inWinter = next('Tromsø', 'sunrise', at('2026-12-01T00:00:00Z'));
    expect(new Date(inWinter).toISOString()).toMatch(/^2027-01-1[456]T10:/);
    const inSummer = next('Tromsø', 'sunset', at('2026-06-01T00:00:00Z'));
    expect(new Date(inSummer).toISOString()).toMatch(/^2026-07-2\d/);
  });

  // On the first and the last day of a polar day, the library can return times that are many hours off.
  it.each<[number, number, SunEvent]>(
    [66, 69.65, 74, 80, 85, 88.5, 89.5, -66, -75, -85].flatMap((latitude): [number, number, SunEvent][] => [
      [latitude, 18.9, 'sunrise'],
      [latitude, 179, 'sunset'],
    ]),
  )(
    'at the latitude %d and the longitude %d, returns at most one %s a day, and always with the sun at the horizon',
    (latitude, longitude, event) => {
      const sun = { event, latitude, longitude, offsetMinutes: 0 };
      const times: number[] = [];
      for (let ms = nextSunTimeMs(sun, at('2026-01-01T00:00:00Z')); ms && ms < at('2028-01-01T00:00:00Z');) {
        times.push(ms);
        ms = nextSunTimeMs(sun, ms);
      }
      const altitudes = times.map((ms) => getPosition(new Date(ms), latitude, longitude).altitude);
      expect(Math.max(...altitudes)).toBeLessThan(-0.2);
      expect(Math.min(...altitudes)).toBeGreaterThan(-0.5);
      // Near a pole, the time of the event moves by hours from day to day.
      const gaps = times.slice(1).map((ms, index) => ms - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(16 * HOUR_MS);
    },
  );

  it.each([90, -90])('returns null at the pole with latitude %d', (latitude) => {
    const pole = { event: 'sunrise' as const, offsetMinutes: 0, latitude, longitude: 0 };
    expect(nextSunTimeMs(pole, at('2026-01-01T00:00:00Z'))).toBeNull();
  });

  it('gives the same time as nextSlotMs for the rule of a schedule row', () => {
    const sun = { ...PLACES.Sydney, event: 'sunset' as const, offsetMinutes: -30 };
    const afterMs = at('2026-05-01T00:00:00Z');
    expect(sunRule(sun)).toBe('@sunset -30 -33.8688 151.2093');
    expect(nextSlotMs(sunRule(sun), 'UTC', afterMs)).toBe(nextSunTimeMs(sun, afterMs));
    expect(nextSlotMs('0 9 * * *', 'Europe/London', afterMs)).toBe(at('2026-05-01T08:00:00Z'));
  });
});

const DEGREE = Math.PI / 180;

/**
 * The time of an event near an instant, by the equations of the Global Monitoring Laboratory of NOAA ("General Solar
 * Position Calculations"). They are accurate to about two minutes. The library uses other equations.
 */
function noaaTimeMs(place: Place, event: SunEvent, nearMs: number): number {
  const { latitude, longitude } = PLACES[place];
  const yearStartMs = Date.UTC(new Date(nearMs).getUTCFullYear(), 0, 1);
  const g = (2 * Math.PI * ((nearMs - yearStartMs) / DAY_MS - 0.5)) / 365;
  const equationMinutes =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(g) -
      0.032077 * Math.sin(g) -
      0.014615 * Math.cos(2 * g) -
      0.040849 * Math.sin(2 * g));
  const declination =
    0.006918 -
    0.399912 * Math.cos(g) +
    0.070257 * Math.sin(g) -
    0.006758 * Math.cos(2 * g) +
    0.000907 * Math.sin(2 * g) -
    0.002697 * Math.cos(3 * g) +
    0.00148 * Math.sin(3 * g);
  const hourAngle = Math.acos(
    Math.cos(90.833 * DEGREE) / (Math.cos(latitude * DEGREE) * Math.cos(declination)) -
      Math.tan(latitude * DEGREE) * Math.tan(declination),
  );
  const side = event === 'sunrise' ? 1 : -1;
  const minutes = 720 - 4 * (longitude + (side * hourAngle) / DEGREE) - equationMinutes;
  const firstMs = Math.floor(nearMs / DAY_MS) * DAY_MS + minutes * MINUTE_MS;
  return [firstMs - DAY_MS, firstMs, firstMs + DAY_MS].reduce((best, ms) =>
    Math.abs(ms - nearMs) < Math.abs(best - nearMs) ? ms : best,
  );
}
