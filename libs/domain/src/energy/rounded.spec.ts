import { roundedEnergy, roundedPercent } from './rounded';

describe('figures in answers', () => {
  it.each([
    [1.0005, 1.001],
    [0.000_499, 0],
    [2.4995, 2.5],
    [-0.0005, -0],
    [-0.0006, -0.001],
    [1_234_567.890_123, 1_234_567.89],
    [8.333_333_333_333_334, 8.333],
  ])('have three decimals of energy, half up: %d is %d', (value, expected) => {
    expect(roundedEnergy(value) + 0).toBe(expected + 0);
  });

  it('have two decimals of percent, and stay null', () => {
    expect(roundedPercent(33.335)).toBe(33.34);
    expect([roundedPercent(null), roundedEnergy(null)]).toEqual([null, null]);
  });
});
