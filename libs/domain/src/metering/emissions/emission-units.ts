import type { EnergyType } from '@app/entities';
import type { ExactDecimal } from '../arithmetic/exact-decimal';

const UNIT = /^(g|kg|t)\s*(?:CO2e?|CO₂e?)?\s*(?:\/|per)\s*(.+)$/i;

/** Each unit of mass as a power of ten of kilograms: 1 t is 10³ kg. */
const MASSES: Record<string, number> = { g: -3, kg: 0, t: 3 };
/** Each unit of energy as a power of ten of kWh. */
const ENERGIES: Record<string, number> = { wh: -3, kwh: 0, mwh: 3, gwh: 6, 'kilowatt hour': 0 };
/** Each unit of volume as a power of ten of cubic metres. */
const VOLUMES: Record<string, number> = { l: -3, litre: -3, m3: 0, 'm³': 0, 'cubic metre': 0 };

/**
 * Returns the power of ten that converts a factor in this unit to kg CO2e per kWh (m³ for water); null if the unit does
 * not fit the energy type.
 */
export function powerToKg(unit: string, energyType: EnergyType): number | null {
  const [, mass = '', per = ''] = UNIT.exec(unit.trim()) ?? [];
  const massPower = MASSES[mass.toLowerCase()];
  const amountPower = (energyType === 'water' ? VOLUMES : ENERGIES)[per.toLowerCase()];
  return massPower === undefined || amountPower === undefined ? null : massPower - amountPower;
}

/** Multiplies by a power of ten. */
export function scaledByPower({ digits, scale }: ExactDecimal, power: number): ExactDecimal {
  return power <= scale
    ? { digits, scale: scale - power }
    : { digits: digits * 10n ** BigInt(power - scale), scale: 0 };
}
