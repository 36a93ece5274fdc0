import { dialectSql } from '@app/entities';
import { Clock, LIST_REACH } from '@app/kernel';
import { Metrics, type Sample } from '@app/metrics';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NotificationDeliveryService } from '../operations/notifications/sending/notification-delivery.service';
import { countUpTo } from './count-up-to';

const TABLE = 'notification_delivery';
const UNSENT = 'plantroom_notifications_unsent';
const OVERDUE = 'plantroom_notifications_oldest_overdue_seconds';

/** Metrics of messages about alerts: the waiting messages, and the attempts of this process to send messages. */
@Injectable()
export class NotificationMetrics implements OnModuleInit {
  constructor(
    private readonly deliveries: NotificationDeliveryService,
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const attempts = this.metrics.counter({
      name: 'plantroom_notification_attempts_total',
      help: 'Attempts of this process to send a message about alerts. A message with the result "failed" is not sent again.',
      labelNames: ['channel', 'result'],
    });
    this.deliveries.onAttempt((channel, result) => attempts.inc({ channel, result }));
    this.metrics.gauges(
      [
        {
          name: UNSENT,
          help: `Messages about alerts that are not sent yet, by state: due, or waiting for a later time. Each state is counted up to ${LIST_REACH}.`,
          labelNames: ['state'],
        },
        { name: OVERDUE, help: 'How long the oldest due message about alerts has been due.' },
      ],
      () => this.backlog(),
    );
  }

  private async backlog(): Promise<Sample[]> {
    const { manager } = this.dataSource;
    const now = this.clock.now();
    const due = await countUpTo(manager, { table: TABLE, condition: 'due_at <= ?' }, now);
    const waiting = await countUpTo(manager, { table: TABLE, condition: 'due_at > ?' }, now);
    const [oldest] = await dialectSql.query<{ at_ms: number | null }>(
      manager,
      `SELECT ${dialectSql.instantMs('MIN(due_at)')} AS at_ms FROM ${TABLE}`,
    );
    const overdueMs = Math.max(0, now.getTime() - (oldest?.at_ms ?? now.getTime()));
    return [
      { name: UNSENT, labels: { state: 'due' }, value: due },
      { name: UNSENT, labels: { state: 'waiting' }, value: waiting },
      { name: OVERDUE, value: overdueMs / 1000 },
    ];
  }
}
