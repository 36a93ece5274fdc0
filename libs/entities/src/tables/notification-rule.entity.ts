import type { AlertSeverity } from '@app/kernel';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from '../columns';
import type { AlertSource } from './alert.entity';

export const CHANNEL_KINDS = ['mail', 'webhook', 'push'] as const;

export interface MailChannel {
  kind: 'mail';
  /** Each address gets its own mail. */
  to: string[];
}

export interface WebhookChannel {
  kind: 'webhook';
  url: string;
  /** The key that signs the requests as defined by Standard Webhooks. */
  secret: string;
}

/** All devices on which users have switched on push messages. */
export interface PushChannel {
  kind: 'push';
}

export type NotificationChannel = MailChannel | WebhookChannel | PushChannel;

/** Local times `HH:MM` between which messages are held. */
export interface QuietHours {
  from: string;
  /** If this is not after `from`, the period ends on the next day. */
  to: string;
  /** IANA name; null for the platform's time zone. */
  timezone: string | null;
  /** Days of the week on which a period begins, from 1 (Monday) to 7 (Sunday). */
  days: number[];
}

/** Another channel for alerts that nobody has acknowledged. */
export interface EscalationStep {
  /** Minutes after the alert was raised. */
  afterMinutes: number;
  channel: NotificationChannel;
}

/** Selects alerts, and the recipients of messages about them. */
@Entity('notification_rule')
export class NotificationRuleEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'varchar', length: 16 }) minSeverity: AlertSeverity;
  /** If empty, the rule applies to all sources. */
  @JsonTextColumn() sources: AlertSource[];
  /**
   * The rule applies to these areas and all areas below them. If empty, it applies to all alerts. An area that was
   * deleted later stays in the list.
   */
  @JsonTextColumn() areaIds: number[];
  @JsonTextColumn() channel: NotificationChannel;
  @JsonTextColumn() quietHours: QuietHours | null;
  @JsonTextColumn() escalation: EscalationStep[];
  @BooleanColumn() enabled: boolean;
}
