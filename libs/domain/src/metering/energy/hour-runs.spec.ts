import fc from 'fast-check';
import type { Bucket } from '../arithmetic/calendar';
import { HOUR_MS, QUARTER_MS } from '../arithmetic/meter-arithmetic';
import { hourRuns } from './hour-runs';

const DAY_MS = 24 * HOUR_MS;

/** Days on which the clocks change by an hour, by half an hour, or by a whole day, or never. */
const CHANGES = [
  ['Europe/London', '2019-03-31'],
  ['Europe/London', '2019-10-27'],
  ['Australia/Lord_Howe', '2024-04-06'],
  ['Australia/Lord_Howe', '2024-10-05'],
  ['America/St_Johns', '2010-11-07'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kolkata', '2024-01-01'],
] as const;

/** A range around a clock change. Its ends are at any minute. */
const anyRange = fc
  .tuple(
    fc.constantFrom(...CHANGES),
    fc.integer({ min: -2000, max: 2000 }),
    fc.oneof(fc.nat(90), fc.nat(4000)),
  )
  .map(([[zone, day], minute, minutes]) => {
    const startMs = Date.parse(`${day}T00:00Z`) + minute * 60_000;
    return { zone, range: { startMs, endMs: startMs + (minutes + 1) * 60_000 } };
  });

const lengthOf = ({ startMs, endMs }: Bucket) => endMs - startMs;

/** Returns the local hours that a range touches, from the local time of every quarter of an hour. */
function hoursOf({ startMs, endMs }: Bucket, zone: string): Bucket[] {
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, minute: '2-digit' });
  const edges: number[] = [];
  const firstMs = Math.floor(startMs / QUARTER_MS) * QUARTER_MS - DAY_MS;
  for (let ms = firstMs; ms < endMs + DAY_MS; ms += QUARTER_MS) {
    if (Number(clock.format(ms)) === 0) edges.push(ms);
  }
  return edges
    .map((edgeMs, index) => ({ startMs: edgeMs, endMs: edges[index + 1] ?? edgeMs }))
    .filter((hour) => hour.endMs > startMs && hour.startMs < endMs);
}

function hoursOfRun({ startMs, endMs }: Bucket): Bucket[] {
  return Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, hour) => ({
    startMs: startMs + hour * HOUR_MS,
    endMs: startMs + (hour + 1) * HOUR_MS,
  }));
}

/** A period on the day of a clock change, from its times of day in UTC. */
const onChangeDay = ([from = '', to = '']: string[]): Bucket => ({
  startMs: Date.parse(`2024-10-05T${from}Z`),
  endMs: Date.parse(`2024-10-05T${to}Z`),
});

describe('hourRuns', () => {
  it('returns each local hour that the range touches once, and only clipped and irregular hours outside of the runs', () => {
    fc.assert(
      fc.property(anyRange, ({ zone, range }) => {
        const { runs, others } = hourRuns(range, zone);
        const all = [...runs.flatMap(hoursOfRun), ...others];
        expect(all.toSorted((one, other) => one.startMs - other.startMs)).toEqual(hoursOf(range, zone));
        for (const run of runs) {
          expect(lengthOf(run)).toBeGreaterThan(0);
          expect(run.startMs).toBeGreaterThanOrEqual(range.startMs);
          expect(run.endMs).toBeLessThanOrEqual(range.endMs);
        }
        for (const hour of others) {
          const isClipped = hour.startMs < range.startMs || hour.endMs > range.endMs;
          expect(isClipped || lengthOf(hour) !== HOUR_MS).toBe(true);
        }
      }),
    );
  });

  it('joins all regular hours between two irregular hours to one run', () => {
    const year = { startMs: Date.parse('2019-01-01T00:00Z'), endMs: Date.parse('2020-01-01T00:00Z') };
    expect(hourRuns(year, 'Europe/London')).toEqual({ runs: [year], others: [] });
    const { runs, others } = hourRuns(year, 'Australia/Lord_Howe');
    expect(runs).toHaveLength(3);
    expect(others.map(lengthOf)).toEqual([1.5 * HOUR_MS, 1.5 * HOUR_MS]);
  });

  // The clocks go forward by half an hour at 15:30 UTC, so the local hour from 14:30 UTC has 90 minutes.
  it.each([
    ['ends with the hour before', '12:30', '14:30', [['12:30', '14:30']], []],
    ['begins with the hour after', '16:00', '18:00', [['16:00', '18:00']], []],
    ['begins in the last minute', '15:59', '18:00', [['16:00', '18:00']], [['14:30', '16:00']]],
    ['ends in the first minute', '12:30', '14:31', [['12:30', '14:30']], [['14:30', '16:00']]],
  ])(
    'returns an hour in which the clocks change only if the range touches it: a range that %s',
    (_, from, to, expectedRuns, expectedOthers) => {
      expect(hourRuns(onChangeDay([from, to]), 'Australia/Lord_Howe')).toEqual({
        runs: expectedRuns.map(onChangeDay),
        others: expectedOthers.map(onChangeDay),
      });
    },
  );

  it('returns no runs if the local hours do not start at a quarter hour of UTC', () => {
    // The offset was 44 minutes and 30 seconds.
    const range = { startMs: Date.parse('1971-06-01T00:44:30Z'), endMs: Date.parse('1971-06-01T03:44:30Z') };
    expect(hourRuns(range, 'Africa/Monrovia')).toEqual({ runs: [], others: hoursOfRun(range) });
  });
});
