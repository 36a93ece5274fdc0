import type { EnergyType, MeterKind, StampedAt } from '@app/entities';

/** What turns the readings of a meter into energy. */
export interface MeterArithmetic {
  kind: MeterKind;
  /** kWh (m³ for water) per unit of the point; kW per unit for a power meter. */
  multiplier: number;
  intervalSeconds: number;
  stampedAt: StampedAt;
  /** The register's modulus in units of the point; null where a fall is a reset from zero. */
  registerMax: number | null;
  /** Highest plausible mean power of a step, in kW (m³ per hour for water); null for no limit. */
  maxPowerKw: number | null;
}

/** A reading as arithmetic sees it. Quality: 0 good, 1 uncertain, 2 bad. */
export interface MeterReading {
  atMs: number;
  value: number | null;
  quality: number;
}

/** Energy that was measured between two instants; where within them it flowed is not known. */
export interface Span {
  startMs: number;
  endMs: number;
  /** Whole milliwatt-hours (millionths of a m³ for water); may be negative for an interval meter that exports. */
  energyMwh: number;
  /** True where a figure whose edge lies within this span is called estimated. */
  estimatedWhenCut: boolean;
}

export const MWH_PER_KWH = 1_000_000;
export const QUARTER_MS = 900_000;
export const HOUR_MS = 3_600_000;

/** The unit in which energy of this type is told. */
export function energyUnit(energyType: EnergyType): 'kWh' | 'm³' {
  return energyType === 'water' ? 'm³' : 'kWh';
}

/** Stored whole milliwatt-hours as kWh. */
export function toKwh(energyMwh: number): number {
  return energyMwh / MWH_PER_KWH;
}

/** A reading that says something: bad quality and missing values say nothing, least of all zero. */
export function isUsable(reading: MeterReading): reading is MeterReading & { value: number } {
  return reading.value !== null && reading.quality < 2;
}

/** What a value of the point is in whole milliwatt-hours; in milliwatts for a power meter. */
export function wholeMwh({ multiplier }: MeterArithmetic, value: number): number {
  return Math.round(value * multiplier * MWH_PER_KWH);
}

/** Up to 9 TWh: beyond, whole milliwatt-hours are not told apart any more. */
export function isCountable(meter: MeterArithmetic, value: number): boolean {
  return Number.isSafeInteger(wholeMwh(meter, value));
}

/** True if the power lies beyond what the meter can plausibly measure, in either direction. */
export function isAbovePlausible({ maxPowerKw }: MeterArithmetic, powerKw: number): boolean {
  return maxPowerKw !== null && Math.abs(powerKw) > maxPowerKw;
}

/** The longest step between two readings of a register or power meter that is not a gap. */
export function longestStepMs(meter: MeterArithmetic): number {
  return 2 * meter.intervalSeconds * 1000;
}
