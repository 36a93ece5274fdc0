import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, InstantColumn } from './columns';

/** Who may do what only one process does at a time, and until when by the database's clock. */
@Entity('lease')
export class LeaseEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) name: string;
  @Column({ type: 'varchar', length: 64 }) holder: string;
  /** Grows with every change of holder; a former holder's writes carry a smaller one and are refused. */
  @BigIntColumn() epoch: number;
  @InstantColumn() expiresAt: Date;
}
