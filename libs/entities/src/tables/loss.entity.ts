import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';
import { AreaEntity } from './area.entity';
import { BuildingObjectEntity } from './building-object.entity';
import type { EnergyType } from './meter.entity';

/** Rules of air handling units, most of them from the fault conditions of ASHRAE Guideline 36. */
export const AIR_RULES = [
  'air_pressure_low',
  'air_mixed_cold',
  'air_mixed_warm',
  'air_hunting',
  'air_heating_no_effect',
  'air_heating_weak',
  'air_economizer_differs',
  'air_free_cooling_warm',
  'air_damper_not_open',
  'air_cooling_cold',
  'air_cooling_no_effect',
  'air_cooling_weak',
  'air_heats_and_cools',
  'air_sensor_frozen',
] as const;
export type AirRule = (typeof AIR_RULES)[number];

export const LOSS_RULES = [
  'night_load',
  'weekend_load',
  'early_start',
  'outside_band',
  'frozen_meter',
  'drifting_meter',
  ...AIR_RULES,
] as const;
export type LossRule = (typeof LOSS_RULES)[number];

/** A loss is open while its rule finds it. A dismissed loss stays dismissed until its rule no longer finds it. */
export const LOSS_STATUSES = ['open', 'dismissed', 'gone'] as const;
export type LossStatus = (typeof LOSS_STATUSES)[number];

export const LOSS_EVIDENCE = [
  'days',
  'nights',
  'nightKw',
  'dayKw',
  'closedDays',
  'closedKw',
  'sharePercent',
  'earlyHours',
  'daysAbove',
  'kwhPerDay',
  'expectedKwhPerDay',
  'equalHours',
  'stoppedHours',
  'deviationPercent',
  'faultHours',
  'runHours',
  'excess',
] as const;

/** A number from which a rule has concluded that there is a loss. */
export interface LossEvidence {
  code: (typeof LOSS_EVIDENCE)[number];
  value: number;
}

/** The dismissal of a loss. */
export interface LossDismissal {
  reason: string;
  by: string;
  /** ISO 8601 in UTC. */
  at: string;
}

const LIST_COLUMNS = ['costOrder', 'kwhPerMonth', 'id'];

/** Energy that an area wastes, or a meter that does not measure. */
@Entity('loss')
@Index('loss_list', LIST_COLUMNS)
@Index('loss_list_status', ['status', ...LIST_COLUMNS])
@Index('loss_list_area', ['areaId', 'status', ...LIST_COLUMNS])
export class LossEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 32 }) rule: LossRule;
  @ForeignKey(() => AreaEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @Column({ type: 'int' })
  areaId: number;
  /** The object of the point. Null for losses without a point, and if the object was deleted. */
  @ForeignKey(() => BuildingObjectEntity, { onDelete: 'SET NULL', onUpdate: 'NO ACTION' })
  @Index('loss_object')
  @Column({ type: 'int', nullable: true })
  objectId: number | null;
  /** The meter that does not measure correctly, or the supply air temperature of an air handling unit; null for other rules. */
  @Column({ type: 'varchar', length: 255, nullable: true }) pointCode: string | null;
  /** The energy type of the judged load or baseline. Null for other rules, and for electricity in older losses. */
  @Column({ type: 'varchar', length: 16, nullable: true }) energyType: EnergyType | null;
  /** When the rule found the loss for the first time. */
  @InstantColumn() since: Date;
  @InstantColumn() lastSeenAt: Date;
  /** In m³ for water. */
  @DoubleColumn() kwhPerMonth: number;
  /** Null if no tariff applies. */
  @DoubleColumn({ nullable: true }) costPerMonth: number | null;
  /** ISO 4217. */
  @Column({ type: 'varchar', length: 3 }) currency: string;
  /** The cost, or -1 if it is not known: the databases order null differently. */
  @DoubleColumn() costOrder: number;
  @Column({ type: 'varchar', length: 16 }) status: LossStatus;
  @JsonTextColumn({ nullable: true }) dismissal: LossDismissal | null;
  @JsonTextColumn() evidence: LossEvidence[];
}
