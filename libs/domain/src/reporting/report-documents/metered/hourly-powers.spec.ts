import { powersByBucket, powersIn } from './hourly-powers';

const HOUR_MS = 3_600_000;
const hours = (fromMs: number, values: readonly (number | null)[]) =>
  values.map((value, index) => ({ startMs: fromMs + index * HOUR_MS, value, estimated: false }));

describe('powersIn', () => {
  const fromMs = Date.parse('2026-10-01T00:00Z');

  it('computes mean and peak of the measured hours, and returns the first of equal peaks', () => {
    const span = { fromMs, toMs: fromMs + 4 * HOUR_MS };
    expect(powersIn(hours(fromMs, [1, 4, null, 4]), span)).toEqual({
      startMs: fromMs,
      mean: 3,
      peak: 4,
      peakMs: fromMs + HOUR_MS,
      estimated: false,
    });
  });

  it('leaves out hours that lie only partly in the period', () => {
    const span = { fromMs: fromMs + HOUR_MS / 2, toMs: fromMs + 2.5 * HOUR_MS };
    expect(powersIn(hours(fromMs, [9, 2, 9]), span)).toMatchObject({ mean: 2, peak: 2 });
  });

  it('returns null if no hour was measured', () => {
    const span = { fromMs, toMs: fromMs + HOUR_MS };
    expect(powersIn(hours(fromMs, [null]), span)).toMatchObject({ mean: null, peak: null, peakMs: null });
  });
});

it.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
])('powersByBucket computes the mean and the peak of %s, a day of %i hours', (_date, count) => {
  const zone = 'Europe/London';
  const [fromMs, toMs] =
    count === 23
      ? [Date.parse('2026-03-29T00:00Z'), Date.parse('2026-03-29T23:00Z')]
      : [Date.parse('2026-10-24T23:00Z'), Date.parse('2026-10-26T00:00Z')];
  const values = Array.from({ length: count }, (_, index) => index + 1);
  expect(powersByBucket(hours(fromMs, values), { fromMs, toMs }, 'day', zone)).toEqual([
    { startMs: fromMs, mean: (count + 1) / 2, peak: count, peakMs: toMs - HOUR_MS, estimated: false },
  ]);
});
