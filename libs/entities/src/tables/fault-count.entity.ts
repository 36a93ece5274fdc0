import type { AlertSeverity } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, InstantColumn } from '../columns';
import type { FaultStatus } from './fault.entity';

/** A fault is counted in the shard `id % FAULT_COUNT_SHARDS`. The migration has created the rows of these shards. */
export const FAULT_COUNT_SHARDS = 16;

/**
 * The counts of all faults by status and severity. Each transaction that changes a fault also changes its counts, so
 * both agree at all times. The counts are spread over shards, so that changes of different faults seldom wait for the
 * same row. There is a row for each shard, status and severity, even if its count is 0.
 */
@Entity('fault_count')
export class FaultCountEntity {
  @PrimaryColumn({ type: 'int' }) shard: number;
  @PrimaryColumn({ type: 'varchar', length: 16 }) status: FaultStatus;
  @PrimaryColumn({ type: 'varchar', length: 16 }) severity: AlertSeverity;
  @Column({ type: 'int' }) faults: number;
  /** The sum of the times from report to resolution of all resolved and closed faults, in milliseconds. */
  @BigIntColumn() repairMs: number;
  /** The latest time at which the row changed. */
  @InstantColumn() updatedAt: Date;
}
