import { hourlyAmounts } from './hourly-amounts';

const points = (values: readonly (number | null)[]) =>
  values.map((value, hour) => ({ timestamp: `hour ${hour}`, value }));

describe('hourlyAmounts', () => {
  it.each([
    ['whole hours', [1, 4, 1], [0, 1, 2], { avg: 2, peak: 4, peakTime: 'hour 1' }],
    ['the earliest of two equal peaks', [2, 3, 3, 0], [0, 1, 2, 3], { avg: 2, peak: 3, peakTime: 'hour 1' }],
    ['hours with a gap', [null, 1, null, 3], [0, 1, 2, 3], { avg: 2, peak: 3, peakTime: 'hour 3' }],
    ['credits for exported energy', [-3, -1], [0, 1], { avg: -2, peak: -1, peakTime: 'hour 1' }],
    [
      'whole hours, although a clipped hour is higher',
      [9, 1, 3],
      [1, 2],
      { avg: 2, peak: 3, peakTime: 'hour 2' },
    ],
    [
      'clipped hours if no whole hour was measured',
      [2, null, 6],
      [1],
      { avg: 4, peak: 6, peakTime: 'hour 2' },
    ],
    ['no measurements', [null, null], [0, 1], { avg: null, peak: null, peakTime: null }],
    ['no hours', [], [], { avg: null, peak: null, peakTime: null }],
  ])('returns the mean and the peak of %s', (_, values, whole, expected) => {
    expect(hourlyAmounts(points(values), (index) => whole.some((hour) => hour === index))).toEqual(expected);
  });
});
