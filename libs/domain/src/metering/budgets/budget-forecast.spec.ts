import fc from 'fast-check';
import { bucketsBetween } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { type ProfileHour, profileHours } from '../energy/energy-profiles';
import { forecastMonth } from './budget-forecast';

const ZONE = 'Europe/Berlin';
/** The clocks change on 25 October. */
const MONTH = [Date.parse('2026-09-30T22:00Z'), Date.parse('2026-10-31T23:00Z')] as const;
const WEEK_HOURS = 168;

type Energies = (hourMs: number) => number | null;

function hoursOf(fromMs: number, toMs: number, energyOf: Energies): ProfileHour[] {
  const hours = bucketsBetween('hour', fromMs, toMs, ZONE);
  const sums = hours.map(({ startMs }) => ({
    energyMwh: energyOf(startMs),
    coveredMs: energyOf(startMs) === null ? 0 : HOUR_MS,
    estimated: false,
  }));
  return profileHours(hours, sums, ZONE);
}

/** Returns the weekday and the hour that the local clock shows, from the time zone data of Node.js. */
const localSlot = (() => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const known = new Map<number, string>();
  return (ms: number) => {
    const slot = known.get(ms) ?? format.format(ms);
    known.set(ms, slot);
    return slot;
  };
})();

function eachHour(fromMs: number, toMs: number): number[] {
  return Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, hour) => fromMs + hour * HOUR_MS);
}

/** Computes the forecast in the simplest way. Means are rounded half up to whole watts. */
function slowForecast(recentFromMs: number, nowMs: number, energyOf: Energies) {
  const bySlot = new Map<string, bigint[]>();
  for (const ms of eachHour(recentFromMs, nowMs)) {
    const energyMwh = energyOf(ms);
    if (energyMwh === null) continue;
    bySlot.set(localSlot(ms), [...(bySlot.get(localSlot(ms)) ?? []), BigInt(energyMwh)]);
  }
  let total = 0n;
  const [needed, unknown] = [new Set<string>(), new Set<string>()];
  for (const ms of eachHour(...MONTH)) {
    const energyMwh = energyOf(ms);
    if (energyMwh !== null) {
      total += BigInt(energyMwh);
      continue;
    }
    const slot = localSlot(ms);
    const energies = bySlot.get(slot) ?? [];
    needed.add(slot);
    if (energies.length === 0) {
      unknown.add(slot);
      continue;
    }
    const divisor = 1000n * BigInt(energies.length);
    total += ((energies.reduce((sum, energy) => sum + energy, 0n) + divisor / 2n) / divisor) * 1000n;
  }
  return { total: Number(total), needed: needed.size, known: needed.size - unknown.size };
}

describe('forecastMonth', () => {
  it('adds typical hours to the measured ones, or counts the hours of the week that are unknown', () => {
    const energies = fc.array(fc.option(fc.integer({ min: 0, max: 5_000_000_000 }), { freq: 8 }), {
      minLength: 200,
      maxLength: 400,
    });
    const passedHours = fc.integer({ min: -100, max: 745 });
    const recentHours = fc.constantFrom(100, WEEK_HOURS, 8 * WEEK_HOURS);
    fc.assert(
      fc.property(energies, passedHours, recentHours, (pattern, passed, recent) => {
        const nowMs = MONTH[0] + passed * HOUR_MS;
        const fromMs = nowMs - recent * HOUR_MS;
        const energyOf: Energies = (ms) =>
          ms >= nowMs ? null : (pattern[((ms / HOUR_MS) % pattern.length) | 0] ?? null);
        const forecast = forecastMonth(hoursOf(...MONTH, energyOf), hoursOf(fromMs, nowMs, energyOf));
        const { total, needed, known } = slowForecast(fromMs, nowMs, energyOf);
        const expected =
          needed === 0
            ? { energyMwh: total, method: 'measured', missing: null }
            : known === needed
              ? { energyMwh: total, method: 'typicalDays', missing: null }
              : { energyMwh: null, method: null, missing: { values: { hours: known, least: needed } } };
        expect(forecast).toMatchObject(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('adds the change of a day to its coming hours, and never turns consumption into generation', () => {
    const nowMs = Date.parse('2026-10-30T23:00Z');
    const month = hoursOf(...MONTH, (ms) => (ms < nowMs ? 2_000_000 : null));
    const recent = hoursOf(nowMs - 14 * 24 * HOUR_MS, nowMs, () => 2_000_000);
    const forecast = (changeMwh: number) =>
      forecastMonth(month, recent, new Map([['2026-10-31', changeMwh]]));
    expect(forecast(2_400_000)).toMatchObject({ energyMwh: 745 * 2_000_000 + 2_400_000, method: 'baseline' });
    expect(forecast(-2_400_000).energyMwh).toBe(745 * 2_000_000 - 2_400_000);
    expect(forecast(-90_000_000).energyMwh).toBe(721 * 2_000_000);
    expect(forecastMonth(month, recent, new Map([['2026-11-01', 1]])).method).toBe('typicalDays');
  });

  it('is the measured energy of a complete month', () => {
    const month = hoursOf(...MONTH, () => 2_000_000);
    expect(forecastMonth(month, [])).toEqual({
      energyMwh: 745 * 2_000_000,
      method: 'measured',
      missing: null,
    });
  });
});
