import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, InstantColumn } from '../columns';

/** A lease: its holder, and its expiry by the database's clock. */
@Entity('lease')
export class LeaseEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) name: string;
  @Column({ type: 'varchar', length: 64 }) holder: string;
  /** Increases whenever the holder changes. Writes of a former holder have a smaller epoch and are refused. */
  @BigIntColumn() epoch: number;
  @InstantColumn() expiresAt: Date;
}
