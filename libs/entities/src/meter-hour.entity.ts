import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, PrimaryInstantColumn } from './columns';

/**
 * The energy of a meter in one UTC hour, by its four quarters: every time zone's offset is a multiple of
 * 15 minutes, so any local hour is a sum of quarters. Computed from the readings, never incremented.
 */
@Entity('meter_hour')
export class MeterHourEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  /** Start of the hour. */
  @PrimaryInstantColumn() hour: Date;
  /** Whole milliwatt-hours (millionths of a m³ for water) of each quarter; null where nothing was measured. */
  @BigIntColumn({ nullable: true }) energy0: number | null;
  @BigIntColumn({ nullable: true }) energy1: number | null;
  @BigIntColumn({ nullable: true }) energy2: number | null;
  @BigIntColumn({ nullable: true }) energy3: number | null;
  /** Milliseconds of each quarter, 0 to 900,000, that were measured. */
  @Column({ type: 'int' }) covered0: number;
  @Column({ type: 'int' }) covered1: number;
  @Column({ type: 'int' }) covered2: number;
  @Column({ type: 'int' }) covered3: number;
  /** Bit i: the start of quarter i cuts through a measured span, so what lies on either side is estimated. */
  @Column({ type: 'smallint' }) cuts: number;
}
