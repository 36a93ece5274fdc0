import { percentChange } from '../../metering/energy/hourly-figures';
import { roundedPercent } from '../../metering/arithmetic/rounded';
import type { ReportCell } from './report-document';

export const PERCENT = { kind: 'number', unit: '%', places: 1 } as const;

/** Digits after the decimal point that make values of this size readable. The values themselves are not rounded. */
export function readablePlaces(values: readonly (number | null)[]): number {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  if (largest >= 1000) return 1;
  return largest >= 10 ? 2 : 3;
}

/** The change in percent, with two decimals; null if it is unknown. */
export function changeOf(now: number | null, before: number | null): number | null {
  return roundedPercent(percentChange(now, before));
}

/** The share of a total in percent, with two decimals; null if it is unknown. */
export function shareOf(value: number | null, total: number | null): number | null {
  return value === null || total === null || total === 0 ? null : roundedPercent((value / total) * 100);
}

/** A quotient that is null if it is unknown. */
export function ratioOf(value: number | null, by: number | null): number | null {
  return value === null || by === null || by === 0 ? null : value / by;
}

/** A coverage from 0 to 1 in percent. It is rounded down, so that only complete data have 100 %. */
export function coveragePercent(coverage: number): number {
  return Math.floor(coverage * 1000 + 1e-6) / 10;
}

export function textCell(value: string | null): ReportCell {
  return { value };
}

export function numberCell(value: number | null, estimated = false): ReportCell {
  return estimated && value !== null ? { value, estimated } : { value };
}

export function timeCell(label: string, atMs: number): ReportCell {
  return { value: label, atMs };
}
