import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, JsonTextColumn, MessageColumn } from '../columns';
import type { MailChannel, PushChannel, WebhookChannel } from './notification-rule.entity';

export const NOTIFICATION_TYPES = [
  'alert.raised',
  'alert.returned',
  'alert.escalated',
  'alert.cleared',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/**
 * `held`: the message waits for the end of the quiet hours. `dropped`: the message became pointless before it was sent.
 * `failed`: the last attempt failed, and no further attempt follows.
 */
export const DELIVERY_STATUSES = ['pending', 'held', 'sent', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One recipient of a message. Secrets are left out. */
export type DeliveryTarget = MailChannel | Omit<WebhookChannel, 'secret'> | PushChannel;

/** One message about an alert to one recipient. */
@Entity('notification_delivery')
@Index('notification_delivery_list', ['ruleId', 'id'])
@Index('notification_delivery_alert', ['alertId'])
@Index('notification_delivery_due', ['dueAt', 'id'])
@Index('notification_delivery_target', ['targetKey', 'dueAt'])
@Index('notification_delivery_claim', ['claim'])
@Index('notification_delivery_created', ['createdAt'])
export class NotificationDeliveryEntity {
  /** UUIDv7, which sorts by creation time. Also the id of the webhook message. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /**
   * Hash of notice, type, time of the escalation and target. It is unique, so no message is planned twice, even if
   * several rules name the recipient.
   */
  @Index('notification_delivery_unique_key_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  uniqueKey: string;
  /** The rule that sends the message. */
  @Column({ type: 'int' }) ruleId: number;
  /**
   * Further rules that name the recipient. One of them sends the message if `ruleId` must not. Null if the message is
   * older than the column.
   */
  @JsonTextColumn({ nullable: true }) otherRuleIds: number[] | null;
  @Column({ type: 'int' }) alertId: number;
  @Column({ type: 'varchar', length: 16 }) type: NotificationType;
  @JsonTextColumn() channel: DeliveryTarget;
  /** Hash of the address or URL. */
  @Column({ type: 'varchar', length: 64 }) targetKey: string;
  @Column({ type: 'varchar', length: 8 }) status: DeliveryStatus;
  /** True if the message exceeds the rate limit of its recipient. It is sent as a part of a summary. */
  @BooleanColumn() isExcess: boolean;
  /** Number of attempts to send the message. */
  @Column({ type: 'int' }) attempts: number;
  /** The last failure, or why the message was dropped. */
  @MessageColumn() error: Message | null;
  /**
   * Id of the last attempt. An attempt with another id cannot store its result, so a slow attempt does not overwrite
   * the result of a later one.
   */
  @Column({ type: 'varchar', length: 36, nullable: true }) claim: string | null;
  /** When the next attempt to send the message is due. Null if no further attempt is needed. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) sentAt: Date | null;
}
