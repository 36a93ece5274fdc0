import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/**
 * Counts the messages to one recipient in the current minute. The row is locked while a message to the recipient is
 * being claimed.
 */
@Entity('notification_target')
export class NotificationTargetEntity {
  /** Hash of the address or URL. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) targetKey: string;
  @InstantColumn() windowStart: Date;
  @Column({ type: 'int' }) messages: number;
}
