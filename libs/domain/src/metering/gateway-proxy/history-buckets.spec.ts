import type { GatewaySample } from '@app/gateway-client';
import { aggregated, bucketStarts, isAggregated } from './history-buckets';

const at = (time: string) => new Date(`2026-${time}:00Z`);
const sample = (time: string, value: unknown, quality: GatewaySample['quality'] = 'good') => ({
  timestamp: at(time).toISOString(),
  value,
  quality,
});

describe('the aggregation of a history', () => {
  it.each([
    ['15m', 'UTC', '03-01T10:29', '03-01T10:15'],
    ['1h', 'UTC', '03-01T10:59', '03-01T10:00'],
    ['1h', 'Asia/Kolkata', '03-01T10:29', '03-01T09:30'],
    ['1d', 'Europe/Berlin', '03-28T23:30', '03-28T23:00'],
    // 29 March has 23 hours.
    ['1d', 'Europe/Berlin', '03-29T21:59', '03-28T23:00'],
    ['1d', 'Europe/Berlin', '03-29T22:00', '03-29T22:00'],
  ] as const)(
    'begins buckets of %s in %s at boundaries of the local calendar: %s is in the bucket of %s',
    (interval, zone, time, start) => {
      const startOf = bucketStarts(interval, at('03-01T00:00'), at('04-01T00:00'), zone);
      expect(new Date(startOf(at(time).getTime()))).toEqual(at(start));
    },
  );

  const startOf = bucketStarts('1h', at('03-01T00:00'), at('03-02T00:00'), 'UTC');
  const fold = (samples: GatewaySample[], from = at('03-01T00:00')) => aggregated(samples, startOf, from);

  it('is not necessary if the gateway has already aggregated the samples', () => {
    expect(isAggregated([sample('03-01T10:00', 1), sample('03-01T11:00', 2)], startOf)).toBe(true);
    expect(isAggregated([sample('03-01T10:00', 1), sample('03-01T10:59', 2)], startOf)).toBe(false);
    expect(isAggregated([], startOf)).toBe(true);
  });

  it('returns the mean of the numbers of each bucket, in order of time', () => {
    const samples = [sample('03-01T11:10', 7), sample('03-01T10:00', 1), sample('03-01T10:59', 2)];
    expect(fold(samples)).toEqual([sample('03-01T10:00', 1.5), sample('03-01T11:00', 7)]);
  });

  it('returns the last value of a switch or text, even if the samples are not in order', () => {
    expect(fold([sample('03-01T10:40', false), sample('03-01T10:20', true)])).toEqual([
      sample('03-01T10:00', false),
    ]);
  });

  it('leaves out bad and missing values, and marks a bucket with an uncertain value as uncertain', () => {
    const samples = [
      sample('03-01T10:00', 1),
      sample('03-01T10:10', 900, 'bad'),
      sample('03-01T10:20', null),
      sample('03-01T10:30', 3, 'uncertain'),
      sample('03-01T12:00', 5, 'bad'),
    ];
    expect(fold(samples)).toEqual([sample('03-01T10:00', 2, 'uncertain')]);
  });

  it('leaves out a bucket that begins before the range', () => {
    expect(fold([sample('03-01T10:40', 1), sample('03-01T11:00', 2)], at('03-01T10:30'))).toEqual([
      sample('03-01T11:00', 2),
    ]);
  });
});
