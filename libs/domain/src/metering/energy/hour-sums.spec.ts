import fc from 'fast-check';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { packDay } from '../arithmetic/packed-days';
import { HourSums } from './hour-sums';

const ZONE = 'Europe/London';
/** Local days with their number of hours. The clocks change on the second and on the last day. */
const DAYS = [
  ['2019-03-30T00:00Z', 24],
  ['2019-03-31T00:00Z', 23],
  ['2019-03-31T23:00Z', 24],
  ['2019-10-26T23:00Z', 25],
] as const;

type Hours = readonly (number | null)[];

const anyHours = fc.array(fc.option(fc.integer({ min: -3, max: 9 })), { minLength: 25, maxLength: 25 });
/** For each meter, the hours of each day; null for a day without data. */
const anyMeters = fc.array(fc.tuple(...DAYS.map(() => fc.option(anyHours, { freq: 3 }))), { maxLength: 3 });

const packed = (iso: string, hoursMwh: Hours) =>
  packDay({ startMs: Date.parse(iso), energyMwh: 0, coveredMs: HOUR_MS, cuts: 0 }, hoursMwh) ?? '';

function sumsOf(meters: readonly (Hours | null)[][]): HourSums {
  const sums = new HourSums();
  for (const days of meters) {
    const texts = days.map((hours, index) => {
      const [iso, count] = DAYS[index] ?? ['', 0];
      return hours ? packed(iso, hours.slice(0, count)) : '';
    });
    sums.add(texts.join(''));
  }
  return sums;
}

/** Adds up every hour of every meter by its start. Hours without a measurement have no sum. */
function modelOf(meters: readonly (Hours | null)[][]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [index, [iso, count]] of DAYS.entries()) {
    for (let hour = 0; hour < count; hour++) {
      for (const days of meters) {
        const energyMwh = days[index]?.[hour] ?? null;
        const startMs = Date.parse(iso) + hour * HOUR_MS;
        if (energyMwh !== null) sums.set(startMs, (sums.get(startMs) ?? 0) + energyMwh);
      }
    }
  }
  return sums;
}

describe('HourSums', () => {
  it('adds up the hours within a range as a model does that adds up each hour of each meter', () => {
    const first = Date.parse(DAYS[0][0]);
    const anyEdge = fc.oneof(
      fc.integer({ min: -2, max: 98 }).map((hour) => first + hour * HOUR_MS),
      fc.integer({ min: -120, max: 6000 }).map((minute) => first + minute * 60_000),
      fc.constant(Date.parse('2019-10-27T12:00Z')),
    );
    fc.assert(
      fc.property(anyMeters, anyEdge, anyEdge, (meters, one, other) => {
        const range = { startMs: Math.min(one, other), endMs: Math.max(one, other) };
        const hours = [...modelOf(meters)]
          .map(([startMs, energyMwh]) => ({ startMs, endMs: startMs + HOUR_MS, energyMwh }))
          .filter(({ startMs, endMs }) => endMs > range.startMs && startMs < range.endMs)
          .toSorted((a, b) => a.startMs - b.startMs);
        const isWhole = (hour: (typeof hours)[number]) =>
          hour.startMs >= range.startMs && hour.endMs <= range.endMs;
        const whole = hours.filter(isWhole);
        const peakMwh = Math.max(...whole.map(({ energyMwh }) => energyMwh));
        expect(sumsOf(meters).within(range, ZONE)).toEqual({
          whole:
            whole.length === 0
              ? []
              : [
                  {
                    hours: whole.length,
                    totalMwh: whole.reduce((sum, { energyMwh }) => sum + energyMwh, 0),
                    peakMwh,
                    peakMs: whole.find(({ energyMwh }) => energyMwh === peakMwh)?.startMs,
                  },
                ],
          clipped: hours.filter((hour) => !isWhole(hour)).map(({ startMs, endMs }) => ({ startMs, endMs })),
        });
      }),
    );
  });

  it.each([
    ['starts at no midnight of the zone', '2019-06-01T00:00Z', ZONE],
    // The clocks changed from 00:00 to 00:30, so the day does not start at a full local hour.
    ['starts within a local hour', '1981-02-28T14:00Z', 'Australia/Lord_Howe'],
  ])('returns null if a day %s', (_, iso, zone) => {
    const sums = new HourSums();
    sums.add(packed(iso, [1]));
    expect(sums.within({ startMs: 0, endMs: Date.parse('2020-01-01T00:00Z') }, zone)).toBeNull();
  });
});
