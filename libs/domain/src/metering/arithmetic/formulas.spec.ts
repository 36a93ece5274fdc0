import fc from 'fast-check';
import { roundedDecimal } from './exact-decimal';
import { type FormulaTerm, formulaHours, inOrderOfParts, partFactors } from './formulas';
import type { HourRow } from './hour-rows';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

const FULL = QUARTER_MS;

const anHour = (energyMwh: HourRow['energyMwh'], changes: Partial<HourRow> = {}): HourRow => ({
  hourMs: 0,
  energyMwh,
  coveredMs: [FULL, FULL, FULL, FULL],
  cuts: 0,
  ...changes,
});
const term = (factor: number, ...hours: HourRow[]): FormulaTerm => ({ factor, hours });
const part = (partId: number, factor: number) => ({ partId, factor });

describe('formulaHours', () => {
  it('adds and subtracts energies, each times its factor', () => {
    const hours = formulaHours([
      term(1, anHour([100, 200, 300, 400])),
      term(-1, anHour([10, 20, 400, 0])),
      term(2.5, anHour([2, 4, 0, -4])),
    ]);
    expect(hours).toEqual([anHour([95, 190, -100, 390])]);
  });

  it('rounds the exact energy of an hour half up, and distributes it over the quarters', () => {
    expect(formulaHours([term(0.1, anHour([1, 1, 1, 2]))])).toEqual([anHour([0, 0, 0, 1])]);
    expect(formulaHours([term(0.1, anHour([4, 4, 4, 4]))])).toEqual([anHour([0, 1, 0, 1])]);
    expect(formulaHours([term(-0.5, anHour([1, 0, 0, 0]))])).toEqual([anHour([0, 0, 0, 0])]);
  });

  it('counts only quarters in which all parts were measured, and covers the time of the worst part', () => {
    const whole = anHour([1, 1, 1, 1]);
    const part = anHour([1, 1, null, 1], { coveredMs: [FULL, 60_000, 0, FULL] });
    const expected = anHour([2, 2, null, 2], { coveredMs: [FULL, 60_000, 0, FULL] });
    expect(formulaHours([term(1, whole), term(1, part)])).toEqual([expected]);
  });

  it('has no row for an hour in which a part has none', () => {
    const hours = formulaHours([
      term(1, anHour([1, 1, 1, 1]), anHour([2, 2, 2, 2], { hourMs: HOUR_MS })),
      term(1, anHour([5, 5, 5, 5], { hourMs: HOUR_MS }), anHour([6, 6, 6, 6], { hourMs: 2 * HOUR_MS })),
    ]);
    expect(hours).toEqual([anHour([7, 7, 7, 7], { hourMs: HOUR_MS })]);
  });

  it('is estimated where a part is', () => {
    const hours = formulaHours([
      term(1, anHour([1, 1, 1, 1], { cuts: 0b0001 })),
      term(1, anHour([1, 1, 1, 1], { cuts: 0b0100 })),
    ]);
    expect(hours.map(({ cuts }) => cuts)).toEqual([0b0101]);
  });

  it('counts nothing that a double cannot represent exactly', () => {
    const hours = formulaHours([term(1e9, anHour([1, 9_007_200, 3, 4]))]);
    expect(hours).toEqual([anHour([1e9, null, 3e9, 4e9], { coveredMs: [FULL, 0, FULL, FULL] })]);
  });

  it('equals the exact sum of fractions, rounded once, for random parts and factors', () => {
    const energies = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 4, maxLength: 4 });
    const thousandths = fc.integer({ min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(thousandths, energies), { minLength: 1, maxLength: 8 }), (parts) => {
        const [hour] = formulaHours(
          parts.map(([factor, [a = 0, b = 0, c = 0, d = 0]]) => term(factor / 1000, anHour([a, b, c, d]))),
        );
        const exact = parts.reduce(
          (sum, [factor, four]) => sum + BigInt(factor) * four.reduce((all, one) => all + BigInt(one), 0n),
          0n,
        );
        const total = hour?.energyMwh.reduce((sum, one) => sum + BigInt(one ?? 0), 0n);
        expect(total).toBe(floorDivided(exact + 500n, 1000n));
      }),
    );
  });
});

/** Divides and rounds down, unlike the division of BigInt. */
function floorDivided(digits: bigint, by: bigint): bigint {
  const rest = ((digits % by) + by) % by;
  return (digits - rest) / by;
}

describe('inOrderOfParts', () => {
  it('puts each formula after the formulas among its parts', () => {
    const formulas = new Map([
      ['total', ['half', 'rest', 'meter']],
      ['half', ['rest', 'meter']],
      ['rest', ['meter', 'other']],
    ]);
    expect(inOrderOfParts(formulas)).toEqual(['rest', 'half', 'total']);
  });

  it('leaves out formulas that contain a circle', () => {
    const formulas = new Map([
      ['self', ['self']],
      ['one', ['two']],
      ['two', ['one', 'meter']],
      ['above', ['one']],
      ['good', ['meter']],
    ]);
    expect(inOrderOfParts(formulas)).toEqual(['good']);
  });
});

it('partFactors multiplies the factors of nested formulas, and adds up those of a meter that occurs twice', () => {
  const formulas = new Map([
    [1, [part(2, 0.1), part(10, 2)]],
    [2, [part(10, -0.5), part(11, 3)]],
    [3, [part(12, 1)]],
  ]);
  const factors = [...partFactors([1, 2, 10], formulas)];
  expect(new Map(factors.map(([id, factor]) => [id, roundedDecimal(factor, 3)]))).toEqual(
    new Map([
      [10, 1 + 2 - 0.5 - 0.05],
      [11, 3.3],
    ]),
  );
});
