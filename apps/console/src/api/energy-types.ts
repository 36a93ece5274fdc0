export const ENERGY_TYPES = ['electricity', 'gas', 'water', 'heating', 'cooling'] as const;
export type EnergyType = (typeof ENERGY_TYPES)[number];
/** The energy types of meters. Reactive energy counts only for power factors and bills. */
export const MEASURED_TYPES = [...ENERGY_TYPES, 'reactive'] as const;

/** The units of energy and of power. */
export function unitsOf(type: (typeof MEASURED_TYPES)[number]): [energy: string, power: string] {
  if (type === 'water') return ['m³', 'm³/h'];
  return type === 'reactive' ? ['kvarh', 'kvar'] : ['kWh', 'kW'];
}
