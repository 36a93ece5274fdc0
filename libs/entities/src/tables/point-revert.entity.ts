import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';
import type { PointJson } from './point-write.entity';

/**
 * The planned revert of a value that a workflow has set for a limited time. The row is inserted before the value is
 * written. So even after a crash, every temporary value has a row by which it is reverted.
 */
@Entity('point_revert')
export class PointRevertEntity {
  /** A point has at most one revert. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) code: string;
  /** The value to write when the time is over. This is the value of the point before the first temporary value. */
  @JsonTextColumn() value: PointJson;
  /** The value that the workflow set. If the point has another value when the revert is due, nothing is written. */
  @JsonTextColumn() temporaryValue: PointJson;
  /** The point still has the temporary value if its number differs by at most this much. */
  @DoubleColumn({ default: 0 }) tolerance: number;
  /**
   * When the service next tries to revert the value: at the time that the workflow has set, or some time after a failed
   * attempt.
   */
  @Index('point_revert_due')
  @InstantColumn()
  dueAt: Date;
  /** Number of failed attempts. */
  @Column({ type: 'int' }) attempts: number;
  /** The execution that set the value. */
  @Column({ type: 'varchar', length: 36 }) executionId: string;
}
