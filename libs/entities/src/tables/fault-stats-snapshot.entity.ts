import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';
import type { AlertSeverity } from './alert.entity';

/** The statistics of all faults. The table has one row. A worker replaces its figures after faults have changed. */
@Entity('fault_stats_snapshot')
export class FaultStatsSnapshotEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'int' }) total: number;
  @Column({ type: 'int' }) open: number;
  @Column({ type: 'int' }) inProgress: number;
  @Column({ type: 'int' }) resolved: number;
  @Column({ type: 'int' }) closed: number;
  @JsonTextColumn() bySeverity: Record<AlertSeverity, number>;
  @DoubleColumn({ nullable: true }) mttrMinutes: number | null;
  @DoubleColumn({ nullable: true }) mtbfHours: number | null;
  @InstantColumn() updatedAt: Date;
  /** Increases with every change that affects the statistics. */
  @BigIntColumn() changes: number;
  /** The value of `changes` before the figures were computed. They are outdated if it differs from `changes`. */
  @BigIntColumn() countedChanges: number;
}
