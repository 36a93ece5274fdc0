import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from '../columns';

/** One entry of the audit log. It never changes, and remains when its user is deleted. */
@Entity('audit_entry')
@Index('audit_entry_list', ['at', 'id'])
@Index('audit_entry_list_user', ['userId', 'at', 'id'])
@Index('audit_entry_list_action', ['action', 'at', 'id'])
@Index('audit_entry_list_user_action', ['userId', 'action', 'at', 'id'])
export class AuditEntryEntity {
  /** UUIDv7: sorts by creation time. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @InstantColumn() at: Date;
  /** Null if nobody was signed in, or if the service itself acted. */
  @Column({ type: 'int', nullable: true }) userId: number | null;
  /** The username at the time of the action. For a failed sign-in, the name that was entered. */
  @Column({ type: 'varchar', length: 254 }) username: string;
  @Column({ type: 'varchar', length: 64 }) action: string;
  @Column({ type: 'varchar', length: 255, nullable: true }) target: string | null;
  /** JSON with masked secrets; null if there is nothing to record. */
  @LongTextColumn({ nullable: true }) before: string | null;
  @LongTextColumn({ nullable: true }) after: string | null;
  @Column({ type: 'varchar', length: 128, nullable: true }) requestId: string | null;
  @Column({ type: 'varchar', length: 64, nullable: true }) address: string | null;
}
