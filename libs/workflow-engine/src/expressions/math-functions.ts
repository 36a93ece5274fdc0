import { listed, nativesOf, type FunctionRow } from './listed-function';

/** Functions that take one number and return one number. */
const ONE: Readonly<Record<string, string>> = {
  abs: 'Returns the absolute value.',
  acos: 'Returns the arc cosine in radians.',
  asin: 'Returns the arc sine in radians.',
  atan: 'Returns the arc tangent in radians.',
  cbrt: 'Returns the cube root.',
  ceil: 'Rounds up to a whole number.',
  cos: 'Returns the cosine of an angle in radians.',
  exp: 'Returns e to the power of x.',
  floor: 'Rounds down to a whole number.',
  log: 'Returns the natural logarithm.',
  log10: 'Returns the decimal logarithm.',
  log2: 'Returns the binary logarithm.',
  round: 'Rounds to the nearest whole number. Halves are rounded up.',
  sign: 'Returns the sign of the number: 1, -1 or 0.',
  sin: 'Returns the sine of an angle in radians.',
  sqrt: 'Returns the square root.',
  tan: 'Returns the tangent of an angle in radians.',
  trunc: 'Removes the digits after the decimal point.',
};

/**
 * Combines the numbers one by one. The built-in functions would need all of them on the stack, whose size is limited.
 */
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
  plain('Math.atan2(y, x) → number', 'Returns the angle of the point (x, y) in radians.', [
    'number',
    'number',
  ]),
  plain('Math.pow(x, y) → number', 'Returns x to the power of y.', ['number', 'number']),
  [
    'Math.max(...numbers) → number',
    'Returns the largest number.',
    ['number'],
    folded(Math.max, -Infinity),
    { rest: true },
  ],
  [
    'Math.min(...numbers) → number',
    'Returns the smallest number.',
    ['number'],
    folded(Math.min, Infinity),
    { rest: true },
  ],
];

export const MATH_FUNCTIONS = ROWS.map(listed);
