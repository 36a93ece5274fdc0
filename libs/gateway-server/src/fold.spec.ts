import { buckets, foldSamples } from './fold';
import { HOUR_MS, LocalCalendar } from './local-calendar';
import type { Sample } from './served-point';

const london = new LocalCalendar('Europe/London');
const at = (instant: string) => Date.parse(instant);
const good = (...values: Sample['value'][]): Sample[] =>
  values.map((value, index) => ({ atMs: 1000 + index, value, quality: 'good' }));

const dayHours = (from: string, to: string) =>
  [...buckets('1d', at(from), at(to), london)].map(({ fromMs, toMs }) => (toMs - fromMs) / HOUR_MS);
const startTimes = (interval: '15m' | '1h', from: string, to: string) =>
  [...buckets(interval, at(from), at(to), london)].map(({ fromMs }) =>
    new Date(fromMs).toISOString().slice(11, 16),
  );

describe('buckets', () => {
  it('follow local days, which have 23, 24 or 25 hours', () => {
    expect(dayHours('2026-03-28T00:00:00Z', '2026-03-30T23:00:00Z')).toEqual([24, 23, 24]);
    expect(dayHours('2026-10-23T23:00:00Z', '2026-10-26T00:00:00Z')).toEqual([24, 25]);
  });

  it('start within the range', () => {
    expect(startTimes('15m', '2026-01-01T10:00:00Z', '2026-01-01T10:30:00Z')).toEqual(['10:00', '10:15']);
    expect(startTimes('1h', '2026-01-01T10:00:01Z', '2026-01-01T12:00:01Z')).toEqual(['11:00', '12:00']);
    expect(startTimes('1h', '2026-01-01T10:10:00Z', '2026-01-01T10:50:00Z')).toEqual([]);
  });
});

describe('foldSamples', () => {
  it.each([
    ['mean', good(1, 2, 6), 3],
    ['sum', good(0.1, 0.2), 0.3],
    ['first', good(null, 5, 9), 5],
    ['last', good(true, false), false],
    ['mean', good(1, null, 3), 2],
  ] as const)('combines the samples of a bucket by "%s"', (fold, samples, value) => {
    expect(foldSamples(fold, samples)).toMatchObject({ value, quality: 'good' });
  });

  it('returns null for a bucket without samples', () => {
    expect(foldSamples('mean', [])).toBeNull();
    expect(foldSamples('sum', good(null))).toBeNull();
  });

  it('returns an uncertain value if any sample is not good', () => {
    const samples: Sample[] = [...good(1), { atMs: 2000, value: 3, quality: 'bad' }];
    expect(foldSamples('mean', samples)).toMatchObject({ value: 2, quality: 'uncertain' });
  });
});
