export const ENERGY_TYPES = ['electricity', 'gas', 'water', 'heating', 'cooling'] as const;
export type EnergyType = (typeof ENERGY_TYPES)[number];
