import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, PrimaryInstantColumn } from './columns';

/** The energy of a meter in one local day of `MeterEntity.daysZone`: the sum of that day's quarters. */
@Entity('meter_day')
export class MeterDayEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  /** First instant of the local day. */
  @PrimaryInstantColumn() startsAt: Date;
  /** Whole milliwatt-hours (millionths of a m³ for water); null where nothing was measured. */
  @BigIntColumn({ nullable: true }) energy: number | null;
  /** Milliseconds of the day that were measured. */
  @Column({ type: 'int' }) covered: number;
  /** Bit 0: the day's start cuts through a measured span; bit 1: its end does. */
  @Column({ type: 'smallint' }) cuts: number;
}
