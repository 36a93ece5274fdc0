/** The value of a point is `raw × scale + offset`. */
interface Scale {
  scale: number;
  offset: number;
}

export function scaled(raw: number, { scale, offset }: Scale): number {
  return rounded(raw * scale + offset);
}

export function unscaled(value: number, { scale, offset }: Scale): number {
  return rounded((value - offset) / scale);
}

/** 15 digits remove the error of a decimal scale: 2301 × 0.1 is 230.10000000000002. Whole numbers have none. */
function rounded(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
}

/** The shortest decimal number with the same 32 bits: a device that measures 230.1 V sends 230.10000610351562. */
export function shortest(single: number): number {
  for (const digits of [7, 8]) {
    const candidate = Number(single.toPrecision(digits));
    if (Math.fround(candidate) === single) return candidate;
  }
  return single;
}
