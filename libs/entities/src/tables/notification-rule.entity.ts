import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { BooleanColumn, JsonTextColumn } from '../columns';
import type { AlertSeverity, AlertSource } from './alert.entity';

export const CHANNEL_KINDS = ['mail', 'webhook'] as const;

export interface MailChannel {
  kind: 'mail';
  /** Each address gets its own mail. */
  to: string[];
}

export interface WebhookChannel {
  kind: 'webhook';
  url: string;
  /** Signs the requests by Standard Webhooks. */
  secret: string;
}

export type NotificationChannel = MailChannel | WebhookChannel;

/** Local times `HH:MM` between which messages are held. */
export interface QuietHours {
  from: string;
  /** If this is not after `from`, the period ends on the next day. */
  to: string;
  /** IANA name; null for the platform's time zone. */
  timezone: string | null;
  /** Days on which a period begins, 1 Monday to 7 Sunday. */
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
  /** Empty for all sources. */
  @JsonTextColumn() sources: AlertSource[];
  /** Also covers the areas below these; empty for all alerts. An area that was deleted later stays in the list. */
  @JsonTextColumn() areaIds: number[];
  @JsonTextColumn() channel: NotificationChannel;
  @JsonTextColumn() quietHours: QuietHours | null;
  @JsonTextColumn() escalation: EscalationStep[];
  @BooleanColumn() enabled: boolean;
}
