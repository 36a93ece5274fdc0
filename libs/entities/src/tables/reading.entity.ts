import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DoubleColumn, PrimaryInstantColumn } from '../columns';

/** The value of a meter at an instant, from the gateway or from an imported file. */
@Entity('reading')
export class ReadingEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  @PrimaryInstantColumn() at: Date;
  /** The value in units of the point, without the multiplier of the meter. Null if the meter gave no value. */
  @DoubleColumn({ nullable: true }) value: number | null;
  /** 0 good, 1 uncertain, 2 bad (OPC UA part 8). */
  @Column({ type: 'smallint' }) quality: number;
  /** The import from which the reading comes; null for a reading of the gateway. */
  @Column({ type: 'int', nullable: true }) importId: number | null;
}
