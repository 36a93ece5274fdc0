import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DoubleColumn, PrimaryInstantColumn } from './columns';

/** What a meter said at an instant, as the gateway gave it. A stamp has one reading, so a duplicate counts once. */
@Entity('reading')
export class ReadingEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  @PrimaryInstantColumn() at: Date;
  /** In units of the point, before the multiplier; null where the meter gave none. */
  @DoubleColumn({ nullable: true }) value: number | null;
  /** 0 good, 1 uncertain, 2 bad (OPC UA part 8). */
  @Column({ type: 'smallint' }) quality: number;
}
