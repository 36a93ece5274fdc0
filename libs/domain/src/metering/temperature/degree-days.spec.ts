import fc from 'fast-check';
import { bucketsBetween } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { degreeDays, meanTemperatures } from './degree-days';

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const spanOf = (startHour: number, endHour: number) => ({
  startMs: startHour * HOUR_MS,
  endMs: endHour * HOUR_MS,
});
const HOURS = Array.from({ length: 96 }, (_, hour) => spanOf(hour, hour + 1));

const sum = (energyMwh: number | null, coveredMs: number) => ({ energyMwh, coveredMs, estimated: false });

/** The sum of degree days; -1 if none is known. */
const total = (degrees: readonly number[]) =>
  degrees.length === 0 ? -1 : degrees.reduce((sums, value) => sums + value, 0);

describe('meanTemperatures', () => {
  it('are means over the measured time, if this is at least half an hour', () => {
    const sums = [sum(-2_500_000, HOUR_MS), sum(4_000_000, HOUR_MS / 2), sum(1, HOUR_MS / 4), sum(null, 0)];
    expect(meanTemperatures(HOURS.slice(0, 4), sums)).toEqual([-2.5, 8, null, null]);
  });
});

describe('degreeDays', () => {
  it('are added up by years, also by a year that has not ended', () => {
    const buckets = bucketsBetween('year', Date.UTC(2023, 5), Date.UTC(2024, 5), 'UTC');
    const [start = 0, end = 0] = [buckets[0]?.startMs, buckets[0]?.endMs];
    const hours = bucketsBetween('hour', start, end + 183 * 24 * HOUR_MS, 'UTC');
    const settings = { kind: 'heating', baseC: 15, method: 'hours' } as const;
    const temperatures = hours.map(({ startMs }) => (startMs < end ? 5 : 12));
    expect(degreeDays(buckets, hours, temperatures, settings, dateOf)).toEqual([
      { startMs: start, value: 3650, coverage: 1 },
      { startMs: end, value: 549, coverage: 0.5 },
    ]);
  });

  it('equal those of a slow model with any gaps', () => {
    const temperature = fc.option(fc.integer({ min: -200, max: 350 }), { freq: 30 });
    const temperatures = fc.array(temperature, { minLength: HOURS.length, maxLength: HOURS.length });
    const kinds = fc.constantFrom('heating' as const, 'cooling' as const);
    const buckets = [spanOf(0, 48), spanOf(48, 96), spanOf(96, 120)];
    fc.assert(
      fc.property(temperatures, kinds, fc.integer({ min: 0, max: 250 }), (tenths, kind, base) => {
        const degrees = (tenth: number) => Math.max(0, kind === 'heating' ? base - tenth : tenth - base) / 10;
        const known = tenths.map((tenth) => (tenth === null ? null : tenth / 10));
        const read = (method: 'hours' | 'dailyMean') =>
          degreeDays(buckets, HOURS, known, { kind, baseC: base / 10, method }, dateOf);
        for (const [index, { value, coverage }] of read('hours').entries()) {
          const ofBucket = tenths.slice(index * 48, index * 48 + 48).filter((tenth) => tenth !== null);
          expect(value ?? -1).toBeCloseTo(total(ofBucket.map((tenth) => degrees(tenth) / 24)), 2);
          expect(coverage).toBeCloseTo(ofBucket.length / (index === 2 ? 24 : 48), 5);
        }
        for (const [index, { value, coverage }] of read('dailyMean').entries()) {
          const days = [0, 1].flatMap((day) => {
            const from = index * 48 + day * 24;
            const ofDay = tenths.slice(from, from + 24).filter((tenth) => tenth !== null);
            return ofDay.length < 22
              ? []
              : [degrees(ofDay.reduce((sum, tenth) => sum + tenth, 0) / ofDay.length)];
          });
          expect(value ?? -1).toBeCloseTo(total(days), 2);
          expect(coverage).toBe(days.length / (index === 2 ? 1 : 2));
        }
      }),
    );
  });
});
