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
  )('agrees with the equations of NOAA in %s: %s', (place, event) => {
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

  it('computes the same time from the rule of a schedule row', () => {
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
