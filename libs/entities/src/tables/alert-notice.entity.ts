import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** `returned` means that an alert is no longer shelved and is still active. */
export const ALERT_NOTICE_KINDS = ['raised', 'cleared', 'returned', 'severity_changed'] as const;
export type AlertNoticeKind = (typeof ALERT_NOTICE_KINDS)[number];

/**
 * An event of an alert that may cause notifications. The row is inserted in the transaction of the event and
 * deleted when its notifications are planned.
 */
@Entity('alert_notice')
@Index('alert_notice_alert', ['alertId'])
export class AlertNoticeEntity {
  /** UUIDv7, which sorts by creation time. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'int' }) alertId: number;
  @Column({ type: 'varchar', length: 16 }) kind: AlertNoticeKind;
  @InstantColumn() at: Date;
}
