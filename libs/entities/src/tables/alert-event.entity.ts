import type { AlertSeverity, Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, MessageColumn } from '../columns';

export const ALERT_EVENT_KINDS = [
  'raised',
  'repeated',
  'changed',
  'acknowledged',
  'cleared',
  'shelved',
  'unshelved',
] as const;
export type AlertEventKind = (typeof ALERT_EVENT_KINDS)[number];

/** One event in the history of an alert. Consecutive repeats are one event with a count. */
@Entity('alert_event')
@Index('alert_event_list', ['alertId', 'at', 'id'])
export class AlertEventEntity {
  /** UUIDv7, which sorts by creation time. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'int' }) alertId: number;
  @InstantColumn() at: Date;
  @Column({ type: 'varchar', length: 16 }) kind: AlertEventKind;
  /** For the kind `repeated`: the number of repeats. 1 for all other kinds. */
  @Column({ type: 'int' }) count: number;
  /** The time of the last repeat. Equals `at` if there is only one. */
  @InstantColumn() lastAt: Date;
  /** The severity after the event. */
  @Column({ type: 'varchar', length: 16 }) severity: AlertSeverity;
  /** For the kind `shelved`: until when the alert is shelved. */
  @InstantColumn({ nullable: true }) shelvedUntil: Date | null;
  @Column({ type: 'int', nullable: true }) userId: number | null;
  /** The username at the time of the event, or the name of the part of the service that acted. */
  @Column({ type: 'varchar', length: 254 }) username: string;
  @Column({ type: 'varchar', length: 1000, nullable: true }) note: string | null;
  /** The message of the platform that the note states. Null if somebody else has written the note. */
  @MessageColumn() noteText: Message | null;
}
