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
  return Math.floor(Number((value * scale).toPrecision(15)) + 0.5) / scale;
}
