import { type EnergyType, type MeasuredType, REACTIVE } from '@app/entities';

export const ENERGY_TYPES: EnergyType[] = ['electricity', 'gas', 'water', 'heating', 'cooling'];
export const MEASURED_TYPES: MeasuredType[] = [...ENERGY_TYPES, REACTIVE];
