import fc from 'fast-check';
import { exactDecimal, roundedDecimal } from './exact-decimal';

describe('exactDecimal', () => {
  it.each([
    [0, 0n, 0],
    [0.1, 1n, 1],
    [-12.5, -125n, 1],
    [1e-7, 1n, 7],
    [1.5e-9, 15n, 10],
    [1e21, 10n ** 21n, 0],
    [1.25e22, 125n * 10n ** 20n, 0],
  ])('returns the decimal number that JavaScript writes for %d', (value, digits, scale) => {
    expect(exactDecimal(value)).toEqual({ digits, scale });
  });

  it('represents every finite number without loss', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { digits, scale } = exactDecimal(value);
        expect(Number(`${digits}e-${scale}`)).toBe(value + 0);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(() => exactDecimal(value)).toThrow(new RangeError(`${value} is not a finite number.`));
  });
});

describe('roundedDecimal', () => {
  it.each([
    // 1.005 as a double is less than 1.005.
    ['1.005', 2, 1.01],
    ['1.00499999', 2, 1],
    ['-1.005', 2, -1],
    ['-1.0051', 2, -1.01],
    ['-0.005', 2, 0],
    ['-0.0051', 2, -0.01],
    ['0.5', 0, 1],
    ['-0.5', 0, 0],
    ['-1.5', 0, -1],
    ['2.4', 3, 2.4],
    ['12345678901.235', 2, 12_345_678_901.24],
  ])('rounds %s half up to %d places', (written, places, expected) => {
    const [whole = '', fraction = ''] = written.split('.');
    const decimal = { digits: BigInt(whole + fraction), scale: fraction.length };
    expect(roundedDecimal(decimal, places) + 0).toBe(expected);
  });
});
