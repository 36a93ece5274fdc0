import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn, MessageColumn } from '../columns';
import type { PointJson } from './point-write.entity';

/**
 * A forced value of a point. The row is inserted before the gateway is called and deleted after the value was released.
 * So even after a crash, every forced value has a row by which it is released.
 */
@Entity('point_override')
export class PointOverrideEntity {
  /** Id of the write that forced the value. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** A point has at most one override. */
  @Index('point_override_code_unique', { unique: true })
  @Column({ type: 'varchar', length: 255 })
  code: string;
  @JsonTextColumn() value: PointJson;
  /**
   * The value of the point before it was overridden. A second override does not change it. If the gateway cannot
   * release a point, a release writes this value.
   */
  @JsonTextColumn() previousValue: PointJson;
  @Column({ type: 'varchar', length: 1000, nullable: true }) reason: string | null;
  @Column({ type: 'int', nullable: true }) userId: number | null;
  @Column({ type: 'varchar', length: 254 }) username: string;
  @InstantColumn() createdAt: Date;
  /** When the override expires. Null if it stays until somebody releases it. */
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
  /**
   * When the service next tries to release the override: at its expiry, or some time after a failed attempt. Null if
   * the override does not expire.
   */
  @Index('point_override_due')
  @InstantColumn({ nullable: true })
  dueAt: Date | null;
  /** Until this time, one process has the exclusive right to write to the point. Null if no process has this right. */
  @InstantColumn({ nullable: true }) claimedUntil: Date | null;
  /** Number of failed attempts to release the override. */
  @Column({ type: 'int' }) attempts: number;
  /** Why the last attempt failed. Null if no attempt has failed. */
  @MessageColumn() lastError: Message | null;
}
