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

describe('times of the sun', () => {
  // Published by timeanddate.com and the NOAA solar calculator, in local time to the minute.
  it.each<[Place, SunEvent, string]>([
    ['London', 'sunrise', '2026-06-21T04:43+01:00'],
    ['London', 'sunset', '2026-06-21T21:21+01:00'],
    ['London', 'sunrise', '2026-12-21T08:04Z'],
    ['London', 'sunset', '2026-12-21T15:53Z'],
    ['New York', 'sunrise', '2026-06-21T05:25-04:00'],
    ['New York', 'sunset', '2026-06-21T20:31-04:00'],
    ['New York', 'sunrise', '2026-12-21T07:17-05:00'],
    ['New York', 'sunset', '2026-12-21T16:32-05:00'],
    ['Sydney', 'sunrise', '2026-06-21T07:00+10:00'],
    ['Sydney', 'sunset', '2026-06-21T16:54+10:00'],
    ['Sydney', 'sunrise', '2026-12-22T05:41+11:00'],
    ['Sydney', 'sunset', '2026-12-22T20:05+11:00'],
    // The days on which the clocks change.
    ['New York', 'sunrise', '2026-03-08T07:19-04:00'],
    ['New York', 'sunset', '2026-03-08T18:55-04:00'],
    ['New York', 'sunrise', '2026-11-01T06:26-05:00'],
    ['New York', 'sunset', '2026-11-01T16:52-05:00'],
    ['London', 'sunrise', '2026-03-29T06:43+01:00'],
    ['London', 'sunset', '2026-10-25T16:46Z'],
  ])('in %s agree with the published %s: %s', (place, event, published) => {
    const found = next(place, event, at(published) - 6 * HOUR_MS);
    expect(Math.abs(found - at(published))).toBeLessThanOrEqual(2 * MINUTE_MS);
  });

  it.each<[Place, SunEvent, number]>([
    ['London', 'sunrise', 0],
    ['New York', 'sunset', -90],
    ['Sydney', 'sunrise', 720],
    ['Apia', 'sunset', -720],
  ])('occur once a day in %s: %s with an offset of %d minutes', (place, event, offset) => {
    let ms = next(place, event, at('2026-01-01T00:00:00Z'), offset);
    for (let day = 0; day < 365; day++) {
      const followingMs = next(place, event, ms, offset);
      expect(next(place, event, followingMs - 1, offset)).toBe(followingMs);
      expect(Math.abs(followingMs - ms - DAY_MS)).toBeLessThan(5 * MINUTE_MS);
      ms = followingMs;
    }
  });

  it('are later than the event by the offset', () => {
    const sunset = next('London', 'sunset', at('2026-05-01T12:00:00Z'));
    expect(next('London', 'sunset', at('2026-05-01T12:00:00Z'), -30)).toBe(sunset - 30 * MINUTE_MS);
    expect(next('London', 'sunset', sunset, 30)).toBe(sunset + 30 * MINUTE_MS);
  });

  it('leave out the days without a sunrise in the polar night and the polar day', () => {
    const inWinter = next('Tromsø', 'sunrise', at('2026-12-01T00:00:00Z'));
    expect(new Date(inWinter).toISOString()).toMatch(/^2027-01-1[456]T10:/);
    const inSummer = next('Tromsø', 'sunset', at('2026-06-01T00:00:00Z'));
    expect(new Date(inSummer).toISOString()).toMatch(/^2026-07-2\d/);
  });

  it('can be the rule of a schedule row', () => {
    const sun = { ...PLACES.Sydney, event: 'sunset' as const, offsetMinutes: -30 };
    const afterMs = at('2026-05-01T00:00:00Z');
    expect(sunRule(sun)).toBe('@sunset -30 -33.8688 151.2093');
    expect(nextSlotMs(sunRule(sun), 'UTC', afterMs)).toBe(nextSunTimeMs(sun, afterMs));
    expect(nextSlotMs('0 9 * * *', 'Europe/London', afterMs)).toBe(at('2026-05-01T08:00:00Z'));
  });
});
