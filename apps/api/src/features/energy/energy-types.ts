import type { EnergyType } from '@app/entities';

export const ENERGY_TYPES: EnergyType[] = ['electricity', 'gas', 'water', 'heating', 'cooling'];
