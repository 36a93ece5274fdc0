import type { Bucket } from './energy.queries';
import { ratedFigures } from './rated-figures';

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const TO = '2026-03-05';
const NOW_MS = Date.parse('2026-03-03T12:00:00Z');

const bucketsOf = (...values: (number | null | 'unmeasured')[]): Bucket[] =>
  values.map((value, index) => ({
    timestamp: `${DAYS[index]}T00:00:00Z`,
    value: value === 'unmeasured' ? null : value,
    unit: 'EUR',
    coverage: value === 'unmeasured' ? 0 : 1,
  }));

describe('The figures of costs and emissions', () => {
  it('compare only the buckets that have ended, and add up all of them', () => {
    const current = bucketsOf(10, 30, 5, 'unmeasured');
    expect(ratedFigures(current, bucketsOf(20, 30, 90, 90), NOW_MS, TO)).toEqual({
      total: 45,
      change: -20,
      mean: 20,
      highest: current[1],
      missing: 'none',
    });
  });

  it('count the last bucket of a period that is over', () => {
    const afterwardsMs = Date.parse('2026-03-05T00:00:00Z');
    const { change, mean } = ratedFigures(bucketsOf(1, 1, 1, 5), bucketsOf(1, 1, 1, 1), afterwardsMs, TO);
    expect([change, mean]).toEqual([100, 2]);
  });

  it('do not compare a bucket that has no amount in one of the periods', () => {
    const { change } = ratedFigures(bucketsOf(10, 30, 5), bucketsOf('unmeasured', 20), NOW_MS, TO);
    expect(change).toBe(50);
  });

  it('do not compare a bucket in which a meter was silent', () => {
    const [whole, ...others] = bucketsOf(10, 30, 5);
    const silent = others.map((bucket) => ({ ...bucket, coverage: 0.5 }));
    const current = whole ? [whole, ...silent] : silent;
    expect(ratedFigures(current, bucketsOf(20, 90), NOW_MS, TO).change).toBe(-50);
  });

  it.each([
    ['all', [null, 'unmeasured']],
    ['some', [null, 4]],
    ['none', ['unmeasured', 4]],
    ['none', ['unmeasured', 'unmeasured']],
  ] as const)('say that %s of the measured buckets have no price: %j', (missing, values) => {
    expect(ratedFigures(bucketsOf(...values), [], NOW_MS, TO).missing).toBe(missing);
  });

  it('are null without an amount', () => {
    expect(ratedFigures(bucketsOf(null), bucketsOf(0), NOW_MS, TO)).toEqual({
      total: null,
      change: null,
      mean: null,
      highest: null,
      missing: 'all',
    });
  });
});
