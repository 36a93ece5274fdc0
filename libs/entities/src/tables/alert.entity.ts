import type { AlertSeverity, Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';
import type { PointJson } from './point-write.entity';

/** Origins of alerts: an alarm of the gateway, an alert rule, a workflow or a person. */
export const ALERT_SOURCES = ['gateway', 'rule', 'workflow', 'manual'] as const;
export type AlertSource = (typeof ALERT_SOURCES)[number];

/** A shelved alert is active but does not cause notifications. */
export const ALERT_STATES = ['active', 'shelved', 'cleared'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The texts that the platform has written itself, with their codes. Null for other texts. */
export interface AlertMessages {
  title: Message | null;
  message: Message | null;
}

const LIST_COLUMNS = ['state', 'severity', 'acknowledged', 'raisedAt', 'id'];

/** Something that is wrong, or was wrong until it was cleared. */
@Entity('alert')
@Index('alert_list', ['raisedAt', 'id'])
@Index('alert_list_state', LIST_COLUMNS)
@Index('alert_list_source', ['source', ...LIST_COLUMNS])
@Index('alert_list_area', ['areaId', ...LIST_COLUMNS])
@Index('alert_list_point', ['pointCode', ...LIST_COLUMNS])
@Index('alert_shelved', ['state', 'shelvedUntil'])
@Index('alert_origin', ['originKey', 'shelvedUntil'])
export class AlertEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 16 }) source: AlertSource;
  @Column({ type: 'varchar', length: 100 }) type: string;
  /** The thing that has the problem, for example a point code or a rule. */
  @Column({ type: 'varchar', length: 255 }) originator: string;
  /** Hash of source, type and originator. */
  @Column({ type: 'varchar', length: 64 }) originKey: string;
  /**
   * Equals `originKey` until the alert is cleared, then null. The unique index thus allows one uncleared alert per
   * origin.
   */
  @Index('alert_active_key_unique', { unique: true })
  @Column({ type: 'varchar', length: 64, nullable: true })
  activeKey: string | null;
  @Column({ type: 'varchar', length: 16 }) severity: AlertSeverity;
  @Column({ type: 'varchar', length: 8 }) state: AlertState;
  @BooleanColumn() acknowledged: boolean;
  @Column({ type: 'varchar', length: 255, nullable: true }) pointCode: string | null;
  @Column({ type: 'int', nullable: true }) areaId: number | null;
  @Column({ type: 'varchar', length: 255 }) title: string;
  @Column({ type: 'varchar', length: 2000, nullable: true }) message: string | null;
  /** The value when the alert was last raised. */
  @JsonTextColumn() value: PointJson;
  @DoubleColumn({ nullable: true }) threshold: number | null;
  /** The messages of the last report, from which readers get its texts in their language. */
  @JsonTextColumn({ nullable: true }) messages: AlertMessages | null;
  /** How often the alert was raised. */
  @Column({ type: 'int' }) occurrences: number;
  @InstantColumn() raisedAt: Date;
  @InstantColumn() lastRaisedAt: Date;
  @InstantColumn({ nullable: true }) acknowledgedAt: Date | null;
  @Column({ type: 'varchar', length: 254, nullable: true }) acknowledgedBy: string | null;
  @InstantColumn({ nullable: true }) clearedAt: Date | null;
  @Column({ type: 'varchar', length: 254, nullable: true }) clearedBy: string | null;
  /** Until when the alert is shelved. The shelving also applies to later alerts of the same origin. */
  @InstantColumn({ nullable: true }) shelvedUntil: Date | null;
  @Column({ type: 'varchar', length: 254, nullable: true }) shelvedBy: string | null;
  @Column({ type: 'varchar', length: 1000, nullable: true }) shelveReason: string | null;
  /**
   * Id of the history event that counts further repeats. Null if there is none, or if another event has followed it.
   */
  @Column({ type: 'varchar', length: 36, nullable: true }) repeatsEventId: string | null;
}
