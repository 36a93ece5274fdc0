import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';
import { AreaEntity } from './area.entity';
import type { EnergyType } from './meter.entity';

export const BASELINE_METHODS = ['dailyChangePoint', 'hourlyTimeOfWeek', 'monthlyDegreeDays'] as const;
export type BaselineMethod = (typeof BASELINE_METHODS)[number];

/** How the energy depends on the temperature. The number in a name is that of its parameters. */
export const CHANGE_POINT_FORMS = [
  'constant',
  'threeParameterHeating',
  'threeParameterCooling',
  'fourParameterHeating',
  'fourParameterCooling',
  'fiveParameter',
] as const;
export type ChangePointForm = (typeof CHANGE_POINT_FORMS)[number];

/** A change of the consumption that the measure did not cause, such as an extension of the building. */
export interface BaselineAdjustment {
  /** ISO 8601 in UTC. */
  from: string;
  to: string;
  /** Additional consumption in kWh (m³ for water). Negative if the event has lowered the consumption. */
  kwhPerDay: number;
  note: string;
}

/** A period before a measure that saves energy. The consumption after the measure is compared with it. */
@Entity('baseline')
export class BaselineEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @ForeignKey(() => AreaEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @Index('baseline_area')
  @Column({ type: 'int' })
  areaId: number;
  @Column({ type: 'varchar', length: 16 }) energyType: EnergyType;
  @Column({ type: 'varchar', length: 32 }) method: BaselineMethod;
  /** The form of the model; null for the one with the highest adjusted R². */
  @Column({ type: 'varchar', length: 32, nullable: true }) form: ChangePointForm | null;
  @InstantColumn() periodFrom: Date;
  @InstantColumn() periodTo: Date;
  /** The measure is complete from this instant on. */
  @InstantColumn() reportingFrom: Date;
  @JsonTextColumn() adjustments: BaselineAdjustment[];
}
