import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, PrimaryInstantColumn } from '../columns';

/**
 * The energy of a meter in one UTC hour, divided into four quarters. The offset of every time zone is a multiple of 15
 * minutes, so any local hour is a sum of quarters. The values are always computed from the readings and never
 * incremented.
 */
@Entity('meter_hour')
export class MeterHourEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  /** Start of the hour. */
  @PrimaryInstantColumn() hour: Date;
  /** Whole milliwatt-hours (millionths of a m³ for water) of each quarter; null if nothing was measured. */
  @BigIntColumn({ nullable: true }) energy0: number | null;
  @BigIntColumn({ nullable: true }) energy1: number | null;
  @BigIntColumn({ nullable: true }) energy2: number | null;
  @BigIntColumn({ nullable: true }) energy3: number | null;
  /** Measured milliseconds of each quarter, 0 to 900,000. */
  @Column({ type: 'int' }) covered0: number;
  @Column({ type: 'int' }) covered1: number;
  @Column({ type: 'int' }) covered2: number;
  @Column({ type: 'int' }) covered3: number;
  /**
   * Bit i is set if the start of quarter i lies within a measured span. The parts of the span on both sides are then
   * estimates.
   */
  @Column({ type: 'smallint' }) cuts: number;
}
