import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** An escalation that is due later, unless somebody acknowledges, shelves or clears the alert before. */
@Entity('notification_escalation')
@Index('notification_escalation_due', ['dueAt'])
export class NotificationEscalationEntity {
  @PrimaryColumn({ type: 'int' }) ruleId: number;
  /** The notice of the raise. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) noticeId: string;
  /** Index in the rule's list. */
  @PrimaryColumn({ type: 'int' }) step: number;
  @Column({ type: 'int' }) alertId: number;
  @InstantColumn() dueAt: Date;
}
