import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The dashboard as a whole. The table has one row, which the migration creates. */
@Entity('dashboard')
export class DashboardEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'int' }) id: number;
  /**
   * Incremented by each change of a widget by a person, as the first statement of its transaction. Such changes are
   * therefore made one after the other, and processes notice them.
   */
  @Column({ type: 'int' }) revision: number;
}
