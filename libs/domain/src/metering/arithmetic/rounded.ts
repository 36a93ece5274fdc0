/** Decimals in responses: three for kWh, m³ and kW, and two for percentages. */
const ENERGY_DECIMALS = 3;
const PERCENT_DECIMALS = 2;

export function roundedEnergy(value: number): number;
export function roundedEnergy(value: number | null): number | null;
export function roundedEnergy(value: number | null): number | null {
  return value === null ? null : roundedHalfUp(value, ENERGY_DECIMALS);
}

export function roundedPercent(value: number | null): number | null {
  return value === null ? null : roundedHalfUp(value, PERCENT_DECIMALS);
}

/** Rounds half up in decimal: 1.0005 is rounded up, although its double is slightly less than 1.0005. */
export function roundedHalfUp(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  const whole = Math.floor(scaled + 0.5);
  const fraction = scaled + 0.5 - whole;
  // Rounding the scaled double can be wrong only if it is this little below a half. In this case, the number is
  // converted to text, which takes a hundred times as long.
  const doubt = Math.abs(scaled) * 1e-14;
  if (fraction < 1 - doubt) return whole / scale;
  return Math.floor(Number(scaled.toPrecision(15)) + 0.5) / scale;
}
