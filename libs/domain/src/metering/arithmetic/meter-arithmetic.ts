import type { EnergyType, MeterKind, StampedAt } from '@app/entities';

/** The settings that turn the readings of a meter into energy. */
export interface MeterArithmetic {
  kind: MeterKind;
  /** kWh (m³ for water) per unit of the point; kW per unit for a power meter. */
  multiplier: number;
  intervalSeconds: number;
  stampedAt: StampedAt;
  /** The register's modulus in units of the point. If it is null, a falling value is a reset to zero. */
  registerMax: number | null;
  /** Highest plausible mean power between two readings in kW (m³ per hour for water); null for no limit. */
  maxPowerKw: number | null;
}

/** A reading as the arithmetic uses it. Quality: 0 good, 1 uncertain, 2 bad. */
export interface MeterReading {
  atMs: number;
  value: number | null;
  quality: number;
  /** The import that stored this reading. Unset for a reading of the gateway. */
  importId?: number;
}

/** Energy that was measured between two instants. How it is distributed over this time is unknown. */
export interface Span {
  startMs: number;
  endMs: number;
  /** Whole milliwatt-hours (millionths of a m³ for water); may be negative for an interval meter that exports. */
  energyMwh: number;
  /** True if the energy of a bucket is estimated when a boundary of the bucket cuts this span. */
  estimatedWhenCut: boolean;
}

export const MWH_PER_KWH = 1_000_000;
export const QUARTER_MS = 900_000;
export const HOUR_MS = 3_600_000;

/** The unit in which this type of energy is measured. */
export function energyUnit(energyType: EnergyType): 'kWh' | 'm³' {
  return energyType === 'water' ? 'm³' : 'kWh';
}

/** Converts whole milliwatt-hours to kWh. */
export function toKwh(energyMwh: number): number {
  return energyMwh / MWH_PER_KWH;
}

/** A reading with a value and without bad quality. A missing or bad value is unknown, never zero. */
export function isUsable(reading: MeterReading): reading is MeterReading & { value: number } {
  return reading.value !== null && reading.quality < 2;
}

/** Converts a value of the point to whole milliwatt-hours, or to milliwatts for a power meter. */
export function wholeMwh({ multiplier }: MeterArithmetic, value: number): number {
  return Math.round(value * multiplier * MWH_PER_KWH);
}

/**
 * Returns true if a value can be added up exactly. The limit is 9 TWh: above it, doubles cannot represent every whole
 * milliwatt-hour.
 */
export function isCountable(meter: MeterArithmetic, value: number): boolean {
  return Number.isSafeInteger(wholeMwh(meter, value));
}

/** True if the power exceeds the meter's plausible maximum, in either direction. */
export function isAbovePlausible({ maxPowerKw }: MeterArithmetic, powerKw: number): boolean {
  return maxPowerKw !== null && Math.abs(powerKw) > maxPowerKw;
}

/**
 * Returns the mean power in kW that is compared with the plausible maximum. The mean covers the longest of three times:
 * `lengthMs`, the meter's interval and a quarter of an hour. A shorter time would give false peaks: a register that
 * counts whole kWh would show 60 kW over the minute of each count.
 */
export function judgedPowerKw(
  { intervalSeconds }: MeterArithmetic,
  energyMwh: number,
  lengthMs: number,
): number {
  const judgedMs = Math.max(lengthMs, intervalSeconds * 1000, QUARTER_MS);
  return toKwh(energyMwh) / (judgedMs / HOUR_MS);
}

/** Maximum length of a step between two readings of a register or power meter. A longer step is a gap. */
export function longestStepMs(meter: MeterArithmetic): number {
  return 2 * meter.intervalSeconds * 1000;
}
