import { listed, nativesOf, type FunctionRow } from './listed-function';

/** Functions that take one number and return one number. */
const ONE: Readonly<Record<string, string>> = {
  abs: 'Without its sign.',
  acos: 'The arc cosine.',
  asin: 'The arc sine.',
  atan: 'The arc tangent.',
  cbrt: 'The cube root.',
  ceil: 'Rounded up.',
  cos: 'The cosine.',
  exp: 'e to the power of it.',
  floor: 'Rounded down.',
  log: 'The natural logarithm.',
  log10: 'The decimal logarithm.',
  log2: 'The binary logarithm.',
  round: 'Rounded to the nearest whole number, halves up.',
  sign: '1, -1 or 0.',
  sin: 'The sine.',
  sqrt: 'The square root.',
  tan: 'The tangent.',
  trunc: 'Without the digits after the point.',
};

/** JavaScript's own function would take all numbers as arguments on the stack, without a bound. */
const folded =
  (combine: (a: number, b: number) => number, first: number): FunctionRow[3] =>
  (run, _, args) => {
    run.elements(args.length);
    return args.reduce<number>((result, value) => combine(result, Number(value)), first);
  };

const plain = nativesOf(Math);

const ROWS: readonly FunctionRow[] = [
  ...Object.entries(ONE).map(([name, description]) =>
    plain(`Math.${name}(x) → number`, description, ['number']),
  ),
  plain('Math.atan2(y, x) → number', 'The angle of a point.', ['number', 'number']),
  plain('Math.pow(x, y) → number', 'x to the power of y.', ['number', 'number']),
  ['Math.max(...numbers) → number', 'The largest.', ['number'], folded(Math.max, -Infinity), { rest: true }],
  ['Math.min(...numbers) → number', 'The smallest.', ['number'], folded(Math.min, Infinity), { rest: true }],
];

export const MATH_FUNCTIONS = ROWS.map(listed);
