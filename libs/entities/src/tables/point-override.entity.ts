import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';
import type { PointJson } from './point-write.entity';

/**
 * A forced value that is in force. The row is inserted before the gateway is called and deleted after the release, so a
 * crash cannot leave a forced value without a row that releases it.
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
  /** The value from before the first of consecutive overrides. It is written if the gateway cannot release a value. */
  @JsonTextColumn() previousValue: PointJson;
  @Column({ type: 'varchar', length: 1000, nullable: true }) reason: string | null;
  @Column({ type: 'int', nullable: true }) userId: number | null;
  @Column({ type: 'varchar', length: 254 }) username: string;
  @InstantColumn() createdAt: Date;
  /** Null if the override stays until somebody releases it. */
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
  /** When the service releases the override: at its expiry, or at the next attempt after a failure. Null if never. */
  @Index('point_override_due')
  @InstantColumn({ nullable: true })
  dueAt: Date | null;
  /** Until this time, one process has the exclusive right to write to the point; null if none has. */
  @InstantColumn({ nullable: true }) claimedUntil: Date | null;
  /** Number of failed attempts to release the override. */
  @Column({ type: 'int' }) attempts: number;
  /** Why the last attempt failed; null if none failed. */
  @Column({ type: 'varchar', length: 1000, nullable: true }) lastError: string | null;
}
