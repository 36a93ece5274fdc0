import { DomainError } from '@app/kernel';
import type { Bucket } from '../arithmetic/calendar';
import { type PeriodRange, spansOf } from './figure-period';

const ZONE = 'Europe/London';
/** A Wednesday at 14:00 local time. The clocks changed on 31 March. */
const NOW = Date.parse('2024-04-03T13:00Z');

const written = ({ startMs, endMs }: Bucket) => [startMs, endMs].map((ms) => new Date(ms).toISOString());
const compared = (range: PeriodRange) => {
  const { current, previous } = spansOf(range, NOW, ZONE);
  return [...written(current), ...written(previous)].map((instant) => instant.slice(0, 16));
};

describe('spansOf', () => {
  it.each([
    ['today', '2024-04-02T23:00', '2024-04-03T13:00', '2024-04-01T23:00', '2024-04-02T13:00'],
    ['yesterday', '2024-04-01T23:00', '2024-04-02T23:00', '2024-03-31T23:00', '2024-04-01T23:00'],
    ['thisWeek', '2024-03-31T23:00', '2024-04-03T13:00', '2024-03-25T00:00', '2024-03-27T14:00'],
    ['lastWeek', '2024-03-25T00:00', '2024-03-31T23:00', '2024-03-18T00:00', '2024-03-25T00:00'],
    ['thisMonth', '2024-03-31T23:00', '2024-04-03T13:00', '2024-03-01T00:00', '2024-03-03T14:00'],
    ['lastMonth', '2024-03-01T00:00', '2024-03-31T23:00', '2024-02-01T00:00', '2024-03-01T00:00'],
  ] as const)('returns the local period %s and the period before it', (period, ...expected) => {
    expect(compared({ period })).toEqual(expected);
  });

  it('returns a custom range and the range of the same length before it', () => {
    const range = { from: '2024-04-01T10:00', to: '2024-04-01T12:30:00Z' };
    expect(compared({ period: 'custom', ...range })).toEqual([
      '2024-04-01T09:00',
      '2024-04-01T12:30',
      '2024-04-01T05:30',
      '2024-04-01T09:00',
    ]);
  });

  it.each([
    ['from', { to: '2024-04-01' }, ['from']],
    ['to', { from: '2024-04-01' }, ['to']],
    ['both ends', {}, ['from', 'to']],
  ])('names the missing fields of a custom range without %s', (_, range, missing) => {
    let error: unknown;
    try {
      spansOf({ period: 'custom', ...range }, NOW, ZONE);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      kind: 'invalid',
      message: 'A custom period needs both from and to.',
      details: missing.map((path) => ({ path, message: 'is required when period is custom' })),
    });
  });
});
