import type { Language } from '@app/entities';
import { percentChange } from '../../metering/energy/hourly-figures';
import { roundedPercent } from '../../metering/arithmetic/rounded';
import type { ReportCell } from './report-document';

export const PERCENT = { kind: 'number', unit: '%', places: 1 } as const;

/** Returns the number of decimals with which values of this size are easy to read. Does not round the values. */
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

/** The quotient of two values; null if it is unknown. */
export function ratioOf(value: number | null, by: number | null): number | null {
  return value === null || by === null || by === 0 ? null : value / by;
}

/** Converts a coverage (0 to 1) to percent. Rounds down, so that only complete data has 100 %. */
export function coveragePercent(coverage: number): number {
  return Math.floor(coverage * 1000 + 1e-6) / 10;
}

/** A percentage with at most one decimal, such as `43.2 %`. */
export function percentLabel(percent: number, language: Language): string {
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(percent)} %`;
}

/** Returns the unit of a column, if all rows have the same one. If they differ, each row has to name its unit. */
export function commonUnit(units: readonly string[]): { unit?: string; isMixed: boolean } {
  const [unit, ...others] = new Set(units);
  if (others.length > 0) return { isMixed: true };
  return unit === undefined ? { isMixed: false } : { unit, isMixed: false };
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
