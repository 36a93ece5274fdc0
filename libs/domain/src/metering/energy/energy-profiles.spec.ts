import fc from 'fast-check';
import { bucketsBetween } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { durationCurve, heatMap, type ProfileHour, profileHours, typicalDays } from './energy-profiles';

const ZONE = 'Europe/Berlin';

/**
 * The hours of a range. The energy of hour n is n + 1 kWh.
 * @param gaps the numbers of hours that were not measured
 */
function hoursOf(from: string, to: string, { zone = ZONE, gaps = [] as number[] } = {}): ProfileHour[] {
  const hours = bucketsBetween('hour', Date.parse(from), Date.parse(to), zone);
  const sums = hours.map(({ startMs, endMs }, index) =>
    gaps.includes(index)
      ? { energyMwh: null, coveredMs: 0, estimated: false }
      : { energyMwh: (index + 1) * 1e6, coveredMs: endMs - startMs, estimated: false },
  );
  return profileHours(hours, sums, zone);
}

/** Hours of one day with these energies in kWh; null for an incomplete hour. */
const withEnergies = (energies: readonly (number | null)[]): ProfileHour[] =>
  energies.map((energy, hour) => ({
    date: '2026-03-02',
    hour: hour % 24,
    lengthMs: HOUR_MS,
    energyMwh: energy === null ? null : energy * 1e6,
  }));

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const hoursOn = (days: ReturnType<typeof typicalDays>, weekday: number) =>
  days.find((day) => day.weekday === weekday)?.hours;

describe('profileHours', () => {
  it.each([
    [1, 5e6],
    [0.99, 5e6],
    [0.989, null],
    [0, null],
  ])('if the share %s of an hour was measured, its energy is %s', (share, expected) => {
    const startMs = Date.parse('2026-03-02T12:00Z');
    const sum = { energyMwh: 5e6, coveredMs: share * HOUR_MS, estimated: false };
    const hours = profileHours([{ startMs, endMs: startMs + HOUR_MS }], [sum], ZONE);
    expect(hours).toEqual([{ date: '2026-03-02', hour: 13, lengthMs: HOUR_MS, energyMwh: expected }]);
  });
});

describe('heatMap', () => {
  it('has 24 energies per local day', () => {
    expect(heatMap(hoursOf('2026-03-01T23:00Z', '2026-03-03T23:00Z'))).toEqual({
      days: ['2026-03-02', '2026-03-03'],
      hours: [numbers(1, 24), numbers(25, 48)],
    });
  });

  it('has no energy in the hour that the clocks skip', () => {
    const { days, hours } = heatMap(hoursOf('2026-03-28T23:00Z', '2026-03-29T22:00Z'));
    expect(days).toEqual(['2026-03-29']);
    expect(hours).toEqual([[1, 2, null, ...numbers(3, 23)]]);
  });

  it('adds up the hour that the clocks show twice', () => {
    const { days, hours } = heatMap(hoursOf('2026-10-24T22:00Z', '2026-10-25T23:00Z'));
    expect(days).toEqual(['2026-10-25']);
    expect(hours).toEqual([[1, 2, 3 + 4, ...numbers(5, 25)]]);
  });

  it.each([2, 3])('has no energy in the hour that the clocks show twice if part %i is missing', (gap) => {
    const { hours } = heatMap(hoursOf('2026-10-24T22:00Z', '2026-10-25T23:00Z', { gaps: [gap] }));
    expect(hours[0]?.slice(1, 4)).toEqual([2, null, 5]);
  });

  it('has no energy in a gap, and in hours of the first and last day that the range lacks', () => {
    const { hours } = heatMap(hoursOf('2026-03-02T20:00Z', '2026-03-03T01:00Z', { gaps: [1] }));
    expect(hours).toEqual([
      [...Array<null>(21).fill(null), 1, null, 3],
      [4, 5, ...Array<null>(22).fill(null)],
    ]);
  });

  it('has neither a day nor hours for a date that the zone skips', () => {
    const hours = hoursOf('2011-12-30T09:00Z', '2011-12-30T11:00Z', { zone: 'Pacific/Apia' });
    expect(heatMap(hours).days).toEqual(['2011-12-29', '2011-12-31']);
  });
});

describe('durationCurve', () => {
  it('shows which power was reached or exceeded for each share of the time', () => {
    expect(durationCurve(withEnergies([1, 4, 2, 3]), 5)).toEqual([
      { sharePercent: 0, kw: 4 },
      { sharePercent: 25, kw: 4 },
      { sharePercent: 50, kw: 3 },
      { sharePercent: 75, kw: 2 },
      { sharePercent: 100, kw: 1 },
    ]);
  });

  it('ends with the lowest power, even if it is negative, and rounds the share', () => {
    expect(durationCurve(withEnergies([0.5, null, -2]), 4)).toEqual([
      { sharePercent: 0, kw: 0.5 },
      { sharePercent: 33.33, kw: 0.5 },
      { sharePercent: 66.67, kw: -2 },
      { sharePercent: 100, kw: -2 },
    ]);
  });

  it('counts the two hours that the clocks show twice separately', () => {
    expect(durationCurve(hoursOf('2026-10-25T00:00Z', '2026-10-25T02:00Z'), 2)).toEqual([
      { sharePercent: 0, kw: 2 },
      { sharePercent: 100, kw: 1 },
    ]);
  });

  it('shows the mean power of an hour that a clock change makes longer', () => {
    const hours = withEnergies([6]).map((hour) => ({ ...hour, lengthMs: 1.5 * HOUR_MS }));
    expect(durationCurve(hours, 2)).toEqual([
      { sharePercent: 0, kw: 4 },
      { sharePercent: 100, kw: 4 },
    ]);
  });

  it.each([[[]], [[null, null]]])('is empty if no hour is complete: %j', (energies) => {
    expect(durationCurve(withEnergies(energies), 101)).toEqual([]);
  });

  it('never rises, and contains the highest and the lowest power', () => {
    const anyEnergies = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(anyEnergies, fc.integer({ min: 2, max: 50 }), (energies, points) => {
        const powers = durationCurve(withEnergies(energies), points).map(({ kw }) => kw);
        expect(powers).toHaveLength(points);
        expect(powers).toEqual(powers.toSorted((a, b) => b - a));
        expect([powers[0], powers.at(-1)]).toEqual([Math.max(...energies), Math.min(...energies)]);
      }),
    );
  });
});

describe('typicalDays', () => {
  it('has the mean of each hour of a weekday', () => {
    const days = typicalDays(hoursOf('2026-03-01T23:00Z', '2026-03-15T23:00Z'));
    expect(days.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const betweenWeeks = (7 * 24) / 2;
    expect(hoursOn(days, 1)).toEqual(numbers(1, 24).map((energy) => energy + betweenWeeks));
  });

  it('leaves out incomplete hours, and has no mean for an hour that was never complete', () => {
    const week = 7 * 24;
    const gaps = [0, 1, week + 1];
    const days = typicalDays(hoursOf('2026-03-01T23:00Z', '2026-03-15T23:00Z', { gaps }));
    expect(hoursOn(days, 1)?.slice(0, 3)).toEqual([week + 1, null, 3 + week / 2]);
  });

  it('counts an hour that the clocks show twice as two hours, and one that they skip as none', () => {
    const autumn = typicalDays(hoursOf('2026-10-24T22:00Z', '2026-10-25T23:00Z'));
    expect(hoursOn(autumn, 7)?.slice(1, 4)).toEqual([2, (3 + 4) / 2, 5]);
    const spring = typicalDays(hoursOf('2026-03-28T23:00Z', '2026-03-29T22:00Z'));
    expect(hoursOn(spring, 7)?.slice(1, 4)).toEqual([2, null, 3]);
  });

  it('has seven days without any mean if nothing was measured', () => {
    const nothing = numbers(1, 7).map((weekday) => ({ weekday, hours: Array<null>(24).fill(null) }));
    expect(typicalDays([])).toEqual(nothing);
  });
});
