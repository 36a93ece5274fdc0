import type { PointReading } from '@app/workflow-engine';
import { type ChangeLimits, limitedValue } from './limited-value';

const at = (value: PointReading['value'], quality: PointReading['quality'] = 'good'): PointReading => ({
  value,
  quality,
  timestamp: '2026-03-29T00:30:00.000Z',
});

describe('the limits of a change', () => {
  it.each<[string, number, number, ChangeLimits, number | null, number]>([
    ['no limit', 20, 99, {}, null, 99],
    ['a sufficient step', 20, 20.5, { maxStep: 0.5 }, null, 20.5],
    ['a limited step upwards', 20, 25, { maxStep: 0.5 }, null, 20.5],
    ['a limited step downwards', 20, -5, { maxStep: 0.5 }, null, 19.5],
    ['a rate over two minutes', 20, 25, { maxRatePerMinute: 1 }, 120_000, 22],
    ['a rate without an earlier write', 20, 25, { maxRatePerMinute: 1 }, null, 25],
    ['a rate at the time of the last write', 20, 25, { maxRatePerMinute: 1 }, 0, 20],
    ['a rate if the last write seems to be in the future', 20, 25, { maxRatePerMinute: 1 }, -5000, 20],
    ['both limits', 20, 25, { maxStep: 0.25, maxRatePerMinute: 1 }, 60_000, 20.25],
  ])(
    'determine the next value with %s, from %d towards %d',
    (_, current, target, limits, sinceMs, expected) => {
      expect(limitedValue(target, at(current), limits, sinceMs)).toBe(expected);
    },
  );

  it.each([
    ['a current text', 21, at('AUTO')],
    ['a current value of bad quality', 21, at(20, 'bad')],
    ['a target that is not a number', true, at(20)],
  ])('do not apply to %s', (_, target, current) => {
    const code = 'limit_not_applicable';
    expect(() => limitedValue(target, current, { maxStep: 1 }, null)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
});
