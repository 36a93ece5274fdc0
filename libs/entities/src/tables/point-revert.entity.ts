import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';
import type { PointJson } from './point-write.entity';

/**
 * A value of a point that a workflow has set for a limited time. The row is inserted before the value is written, so a
 * crash cannot leave the value without a row that reverts it.
 */
@Entity('point_revert')
export class PointRevertEntity {
  /** A point has at most one revert. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) code: string;
  /** The value to write when the time is over: the value from before the first of consecutive writes. */
  @JsonTextColumn() value: PointJson;
  /** The value that the workflow set. If the point has another value by then, nothing is written. */
  @JsonTextColumn() temporaryValue: PointJson;
  /** When the value is reverted, or the time of the next attempt after a failure. */
  @Index('point_revert_due')
  @InstantColumn()
  dueAt: Date;
  /** Number of failed attempts. */
  @Column({ type: 'int' }) attempts: number;
  /** The execution that set the value. */
  @Column({ type: 'varchar', length: 36 }) executionId: string;
}
