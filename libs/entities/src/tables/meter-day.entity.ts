import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, PrimaryInstantColumn } from '../columns';

/**
 * The energy of a meter in one local day of the zone `MeterEntity.daysZone`. It is the sum of the quarters of the day.
 */
@Entity('meter_day')
export class MeterDayEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  /** The first instant of the local day. */
  @PrimaryInstantColumn() startsAt: Date;
  /** Whole milliwatt-hours (millionths of a m³ for water); null if nothing was measured. */
  @BigIntColumn({ nullable: true }) energy: number | null;
  /** Measured milliseconds of the day. */
  @Column({ type: 'int' }) covered: number;
  /** Bit 0 is set if the start of the day lies within a measured span, and bit 1 if the end of the day does. */
  @Column({ type: 'smallint' }) cuts: number;
  /**
   * The day and the energy of each of its local hours as text, see `packDay`; null if the day cannot be packed. Figures
   * over many days are read from this column.
   */
  @Column({ type: 'varchar', length: 288, nullable: true }) packed: string | null;
}
