/** The number `digits` × 10^-`scale`, exactly. */
export interface ExactDecimal {
  digits: bigint;
  scale: number;
}

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The decimal number that JavaScript writes for `value`: 0.1 is exactly one tenth. */
export function exactDecimal(value: number): ExactDecimal {
  const match = WRITTEN.exec(String(value));
  if (!match) throw new RangeError(`${value} is not a finite number.`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Adds decimals exactly. */
export function sumOfDecimals(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  const scale = Math.max(one.scale, other.scale);
  const scaled = ({ digits, scale: own }: ExactDecimal) => digits * 10n ** BigInt(scale - own);
  return { digits: scaled(one) + scaled(other), scale };
}

/** Rounds half up: 0.5 becomes 1, and -0.5 becomes 0. */
export function roundedDecimal(decimal: ExactDecimal, places: number): number {
  return decimalNumber(roundedUnits(decimal, places), places);
}

/** Rounds half up to whole units of the last place: 1.255 with two places becomes 126. */
export function roundedUnits({ digits, scale }: ExactDecimal, places: number): bigint {
  if (scale <= places) return digits * 10n ** BigInt(places - scale);
  const unit = 10n ** BigInt(scale - places);
  const raised = digits + unit / 2n;
  const quotient = raised / unit;
  // The division of BigInt rounds towards zero.
  return raised < 0n && raised % unit !== 0n ? quotient - 1n : quotient;
}

/** The double that is closest to the decimal number. */
export function decimalNumber(digits: bigint, scale: number): number {
  return Number(`${digits}e-${scale}`);
}
