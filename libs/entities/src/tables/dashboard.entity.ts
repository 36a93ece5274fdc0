import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The dashboard as a whole. The table has one row, which the migration creates. */
@Entity('dashboard')
export class DashboardEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'int' }) id: number;
  /**
   * Incremented by the first statement of each transaction in which a person changes widgets. This locks the row, so
   * that these transactions run one after the other. Processes detect changes by this number.
   */
  @Column({ type: 'int' }) revision: number;
}
