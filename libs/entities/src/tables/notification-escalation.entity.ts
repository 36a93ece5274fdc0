import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/**
 * A planned escalation. It is dropped if the alert is acknowledged, shelved or cleared before the escalation is due.
 */
@Entity('notification_escalation')
@Index('notification_escalation_due', ['dueAt'])
export class NotificationEscalationEntity {
  @PrimaryColumn({ type: 'int' }) ruleId: number;
  /** The notice that the alert was raised. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) noticeId: string;
  /** Index of the step in the rule's list of escalations. */
  @PrimaryColumn({ type: 'int' }) step: number;
  @Column({ type: 'int' }) alertId: number;
  @InstantColumn() dueAt: Date;
}
