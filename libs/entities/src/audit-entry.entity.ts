import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from './columns';

/** One line of the audit log: written once, never changed, and kept when its user is gone. */
@Entity('audit_entry')
@Index('audit_entry_list', ['at', 'id'])
@Index('audit_entry_list_user', ['userId', 'at', 'id'])
@Index('audit_entry_list_action', ['action', 'at', 'id'])
@Index('audit_entry_list_user_action', ['userId', 'action', 'at', 'id'])
export class AuditEntryEntity {
  /** UUIDv7: sorts by the time it was made. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @InstantColumn() at: Date;
  /** Null where nobody had signed in, or the service acted by itself. */
  @Column({ type: 'int', nullable: true }) userId: number | null;
  /** The name at that time; what was tried where a sign-in failed. */
  @Column({ type: 'varchar', length: 254 }) username: string;
  @Column({ type: 'varchar', length: 64 }) action: string;
  @Column({ type: 'varchar', length: 255, nullable: true }) target: string | null;
  /** JSON with secrets masked; null where there is nothing to tell. */
  @LongTextColumn({ nullable: true }) before: string | null;
  @LongTextColumn({ nullable: true }) after: string | null;
  @Column({ type: 'varchar', length: 128, nullable: true }) requestId: string | null;
  @Column({ type: 'varchar', length: 64, nullable: true }) address: string | null;
}
