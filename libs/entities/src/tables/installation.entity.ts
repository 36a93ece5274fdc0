import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** Identifies this installation. A restored backup keeps the id of its installation. The table has one row. */
@Entity('installation')
export class InstallationEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'int' }) id: number;
  /** A random UUID. */
  @Column({ type: 'varchar', length: 36 }) installationId: string;
  @InstantColumn() createdAt: Date;
}
