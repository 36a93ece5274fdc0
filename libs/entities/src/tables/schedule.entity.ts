import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** The kinds of records that have a schedule. */
export const SCHEDULE_OWNERS = ['workflow', 'report', 'backup'] as const;
export type ScheduleOwnerKind = (typeof SCHEDULE_OWNERS)[number];

/** The schedule of a record. The row exists only while the record is enabled and has a schedule. */
@Entity('schedule')
@Index('schedule_next', ['ownerKind', 'nextFireAt'])
export class ScheduleEntity {
  @PrimaryColumn({ type: 'varchar', length: 16 }) ownerKind: ScheduleOwnerKind;
  /** The id of the record as a text. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) ownerId: string;
  /** A cron expression, or a rule for sunrise or sunset at given coordinates. */
  @Column({ type: 'varchar', length: 255 }) cron: string;
  /** IANA name; null for the platform's zone. */
  @Column({ type: 'varchar', length: 64, nullable: true }) timezone: string | null;
  /** The next scheduled time; null if there is none. */
  @InstantColumn({ nullable: true }) nextFireAt: Date | null;
}
