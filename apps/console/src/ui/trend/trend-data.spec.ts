import { aligned, csvOf, emptyTextOf, figuresOf, intervalFor, valueAt, withGaps } from './trend-data';

const sample = (atMs: number, value: number | null) => ({ atMs, value });
const line = (series: string, ...samples: [number, number | null][]) => ({
  series,
  isEarlier: false,
  samples: samples.map(([atMs, value]) => sample(atMs, value)),
});

const DAY_MS = 86_400_000;

describe('the data of trends', () => {
  it.each([
    [0.5, 390, null],
    [1, 390, '15m'],
    [7, 390, '15m'],
    [30, 390, '1h'],
    [15, 1440, '15m'],
    [90, 1440, '1h'],
    [365, 1440, '1d'],
    [30, 1920, '15m'],
    [365, 3840, '1d'],
  ])('means of %d days on a screen of %d pixels are of %s', (days, widthPx, interval) => {
    expect(intervalFor(days * DAY_MS, widthPx).interval).toBe(interval);
  });

  it('ends a line in a gap, but not between raw values', () => {
    const samples = [sample(0, 1), sample(20, 2), sample(50, 3)];
    const lines = [sample(0, 1), sample(20, 2), sample(30, null), sample(50, 3)];
    expect(withGaps(samples, 10, 75)).toEqual(lines);
    expect(withGaps(samples, 10, 76)).toEqual([...lines, sample(60, null)]);
    expect(withGaps([], 10, 76)).toEqual([]);
    expect(withGaps(samples, 0, 76)).toEqual(samples);
  });

  it('puts lines on a common axis, and writes them as CSV', () => {
    const data = aligned([line('A', [0, 1], [1000, null]), line('B', [500, 2.5])]);
    expect(data).toEqual({
      timesMs: [0, 500, 1000],
      values: [
        [1, undefined, null],
        [undefined, 2.5, undefined],
      ],
    });
    expect(csvOf(data, ['A "x", kW', '=B'])).toBe(
      'timestamp,"A ""x"", kW",\'=B\n' +
        '1970-01-01T00:00:00.000Z,1,\n1970-01-01T00:00:00.500Z,,2.5\n1970-01-01T00:00:01.000Z,,\n',
    );
    expect([0, 1, 2].map((index) => valueAt(data.values[0] ?? [], index))).toEqual([1, 1, null]);
  });

  it('distinguishes lines without values from lines of a gateway that does not answer', () => {
    const unavailable = { ...line('A'), isUnavailable: true };
    expect(emptyTextOf([])).toBe('noValues');
    expect(emptyTextOf([line('A'), line('B')])).toBe('noValues');
    expect(emptyTextOf([unavailable, line('B')])).toBe('unanswered');
    expect(emptyTextOf([unavailable, line('B', [0, 1])])).toBeNull();
  });

  it('has statistics of the known values, with a mean by time', () => {
    expect(figuresOf([sample(0, 1), sample(1, null), sample(2, 4)], 5)).toEqual({
      last: 4,
      min: 1,
      mean: 3.25,
      max: 4,
    });
    expect(figuresOf([sample(7, 3)], 7)?.mean).toBe(3);
    expect(figuresOf([sample(0, null)], 5)).toBeNull();
  });
});
